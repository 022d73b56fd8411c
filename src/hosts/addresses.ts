import { endpointPath, type Endpoint } from '../http/endpoint.ts';
import type { IncomingRequest } from './incoming.ts';

/**
 * An address of the API with its methods. In the cloud it is one function of the platform (ADR 41); the build
 * writes its declaration, so that registering it does not load its endpoints.
 */
export interface Address {
  /** The function's name; the platform sorts functions by name and uses the first one that matches. */
  name: string;
  /** In the platform's form: without a leading slash; a slash for the root of the site. */
  route: string;
  /** The methods of its endpoints, plus HEAD for GET, and OPTIONS for the visitor surface. */
  methods: readonly AddressMethod[];
  /** The group that its endpoints are loaded with. */
  group?: string;
}

type AddressMethod = Endpoint['method'] | 'HEAD' | 'OPTIONS';

/** The part of an endpoint that addresses need. */
type RoutedEndpoint = Pick<Endpoint<never>, 'method' | 'route' | 'gate'>;

/** The addresses of endpoints that are loaded together, without duplicates, in the order of the list. */
export function addressesOf(endpoints: readonly RoutedEndpoint[], group?: string): Address[] {
  return [...Map.groupBy(endpoints, endpointPath)].map(([path, sharing]) => ({
    name: functionName(path),
    route: platformRoute(path),
    methods: methodsOf(sharing),
    ...(group !== undefined && { group }),
  }));
}

/**
 * `/api/sessions/{id}/transcript` becomes `sessions_idTranscript`. The underscore sorts after letters and
 * digits, so literal segments are matched before parameters. On Linux a function whose name has a hyphen
 * cannot be disabled by a setting (Microsoft Learn, How to disable functions).
 */
function functionName(path: string): string {
  if (path === '/') return 'home';
  return path
    .replace(/^\/api\//, '')
    .replaceAll(/\{(\w+)\}/g, '_$1')
    .replaceAll(/[/.-](\w)/g, (_, first: string) => first.toUpperCase());
}

/**
 * The route with `api/`, because host.json sets no prefix. The platform would replace an empty route by the
 * function's name (azure-functions-host, `ScriptHost.ValidateHttpFunction`).
 */
function platformRoute(path: string): string {
  return path.slice(1) || '/';
}

function methodsOf(endpoints: readonly RoutedEndpoint[]): AddressMethod[] {
  const methods: AddressMethod[] = endpoints.map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  if (endpoints.some(({ gate }) => gate === 'visitor')) methods.push('OPTIONS');
  return methods;
}

export function endpointsAt<E extends RoutedEndpoint>(
  { route }: Pick<Address, 'route'>,
  endpoints: readonly E[],
): readonly E[] {
  return endpoints.filter((one) => platformRoute(endpointPath(one)) === route);
}

/**
 * Finds the endpoint at an address for the method of a request; for a preflight, by its
 * Access-Control-Request-Method, among those that other sites may call.
 */
export function endpointFor<E extends RoutedEndpoint>(
  endpoints: readonly E[],
  { method, header }: Pick<IncomingRequest, 'method' | 'header'>,
): E | undefined {
  if (method !== 'OPTIONS') return endpoints.find((one) => one.method === method);
  const asked = header('access-control-request-method');
  return endpoints.find((one) => one.gate === 'visitor' && (asked === undefined || one.method === asked));
}

/**
 * The decoded parameters of a path. Undefined if the path has another number of segments, or invalid
 * percent-encoding.
 */
export function paramsOf(
  { route }: Pick<Address, 'route'>,
  path: string,
): Record<string, string> | undefined {
  const actual = path.replace(/\/$/, '').split('/').slice(1);
  const segments = route === '/' ? [] : route.split('/');
  if (actual.length !== segments.length) return undefined;
  try {
    return Object.fromEntries(
      segments.flatMap((segment, at) => {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        return name === undefined ? [] : [[name, decodeURIComponent(actual[at] ?? '')]];
      }),
    );
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
