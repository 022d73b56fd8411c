import type { Endpoint } from '../http/endpoint.ts';
import { endpointPath } from '../http/endpoint-path.ts';
import type { IncomingRequest } from './incoming.ts';

/**
 * An address of the API, with the methods that are answered there. In the cloud it is one function of the
 * platform, whose declaration the build writes, so that registering it needs no endpoint.
 */
export interface Address {
  /** The function's name; the platform sorts functions by it, and the first that matches answers. */
  name: string;
  /** As the platform takes it: without the first slash, and a slash for the root of the site. */
  route: string;
  /** Those of its endpoints, with HEAD where there is GET, and OPTIONS where a visitor's page may call. */
  methods: readonly AddressMethod[];
  /** The group that its endpoints are loaded with. */
  group?: string;
}

export type AddressMethod = Endpoint['method'] | 'HEAD' | 'OPTIONS';

/** The routes of an address, before its endpoints are loaded with services. */
type RoutedEndpoint = Pick<Endpoint<never>, 'method' | 'route' | 'gate'>;

/** The addresses of endpoints that are loaded together, each once, in the order of the list. */
export function addressesOf(endpoints: readonly RoutedEndpoint[], group?: string): Address[] {
  return [...Map.groupBy(endpoints, endpointPath)].map(([path, sharing]) => ({
    name: functionName(path),
    route: platformRoute(path),
    methods: methodsOf(sharing),
    ...(group !== undefined && { group }),
  }));
}

/**
 * `/api/sessions/{id}/transcript` becomes `sessions-_id-transcript`. The underscore sorts behind every letter
 * and digit, so a literal segment is tried before a parameter in its place.
 */
function functionName(path: string): string {
  if (path === '/') return 'home';
  return path
    .replace(/^\/api\//, '')
    .replaceAll(/\{(\w+)\}/g, '_$1')
    .replaceAll(/[/.]/g, '-');
}

/**
 * host.json sets no prefix, so each route carries `api/` itself. An empty route would be the function's name
 * (azure-functions-host, `ScriptHost.ValidateHttpFunction`).
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

/** The endpoints of a list that are at an address. */
export function endpointsAt<E extends RoutedEndpoint>(
  { route }: Pick<Address, 'route'>,
  endpoints: readonly E[],
): readonly E[] {
  return endpoints.filter((one) => platformRoute(endpointPath(one)) === route);
}

/**
 * The endpoint at an address that the method of a request chooses. OPTIONS asks about the method that it
 * names, or about any, of those that another site's page may call.
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
 * The values of an address's parameters: the segments of the path at their positions, decoded once.
 * Undefined if the path has another number of segments, or invalid percent-encoding.
 */
export function paramsOf(
  { route }: Pick<Address, 'route'>,
  path: string,
): Record<string, string> | undefined {
  const given = path.replace(/\/$/, '').split('/').slice(1);
  const segments = route === '/' ? [] : route.split('/');
  if (given.length !== segments.length) return undefined;
  try {
    return Object.fromEntries(
      segments.flatMap((segment, at) => {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        return name === undefined ? [] : [[name, decodeURIComponent(given[at] ?? '')]];
      }),
    );
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
