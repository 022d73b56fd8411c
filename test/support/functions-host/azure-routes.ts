import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { RegisteredFunction } from './azure-core.ts';

/** The routing settings of host.json. */
const HostFile = z.object({
  extensions: z.object({ http: z.object({ routePrefix: z.string(), maxOutstandingRequests: z.number() }) }),
});
const {
  extensions: { http },
} = HostFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../host.json'), 'utf8')));
/** The most open invocations. */
export const { maxOutstandingRequests } = http;

const PARAMETER = /^\{\*?(\w+)(:guid)?\}$/;
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type DeclaredFunction = Pick<RegisteredFunction, 'name' | 'bindings'>;

/** A route of the host: of a function, or an additional one for HEAD. */
interface HostRoute<F extends DeclaredFunction> {
  of: F;
  methods: readonly string[];
  segments: readonly string[];
  /** The function's methods, if this route answers HEAD with 405 (azure-functions-host, pull 11658). */
  allow?: readonly string[];
}

/** The functions sorted by name without case, as the host lists them. */
export function inOrder<F extends DeclaredFunction>(functions: readonly F[]): F[] {
  return functions.toSorted((a, b) => (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1));
}

/** The routes in the order in which the host tries them: by the functions' names. */
export function routesOf<F extends DeclaredFunction>(functions: readonly F[]): HostRoute<F>[] {
  const routes = inOrder(functions).flatMap(toRoute);
  refuseConflicts(routes);
  return routes.flatMap(withHead);
}

function toRoute<F extends DeclaredFunction>(of: F): HostRoute<F>[] {
  const trigger = Object.values(of.bindings).find(({ type }) => type === 'httpTrigger');
  if (!trigger) return [];
  // An empty route is the function's name; a slash is the root if there is no prefix.
  const route = trigger.route?.trim() ? trigger.route : of.name;
  if (/^\/*(admin|runtime)/i.test(route)) {
    throw new Error('The specified route conflicts with one or more built in routes.');
  }
  const { routePrefix } = http;
  const segments = `${routePrefix && `${routePrefix}/`}${route}`.replace(/^\//, '').split('/');
  const unknown = segments.find((segment) => segment.includes('{') && !PARAMETER.test(segment));
  if (unknown !== undefined) {
    throw new Error(`A route of ${of.name} has a part that is not known here: ${unknown}`);
  }
  return [{ of, methods: trigger.methods ?? [], segments }];
}

/** The host drops a function whose route and method conflict with another's, and logs an error. */
function refuseConflicts(routes: readonly HostRoute<DeclaredFunction>[]): void {
  const taken = new Map<string, string>();
  for (const { of, methods, segments } of routes) {
    for (const place of methods.map((method) => `${method} ${segments.join('/').toLowerCase()}`)) {
      const other = taken.get(place);
      if (other !== undefined) throw new Error(`The route of ${of.name} conflicts with that of ${other}.`);
      taken.set(place, of.name);
    }
  }
}

/** HEAD in newer hosts: every GET also answers HEAD. A function without both gets a route that refuses it. */
function withHead<F extends DeclaredFunction>(route: HostRoute<F>): HostRoute<F>[] {
  const { methods } = route;
  if (methods.includes('HEAD')) return [route];
  if (methods.includes('GET')) return [{ ...route, methods: [...methods, 'HEAD'] }];
  return [route, { ...route, methods: ['HEAD'], allow: methods }];
}

interface Match<F extends DeclaredFunction> extends Pick<HostRoute<F>, 'of' | 'allow'> {
  params: Record<string, string>;
}

/**
 * The first matching route in the order of the functions' names. Parameters and literals have equal priority.
 */
export function match<F extends DeclaredFunction>(
  routes: readonly HostRoute<F>[],
  method: string,
  path: string,
): Match<F> | undefined {
  const given = path.replace(/\/$/, '').slice(1).split('/');
  for (const { of, methods, segments, allow } of routes) {
    const hasRest = segments.at(-1)?.startsWith('{*') === true;
    const isLong = hasRest ? given.length >= segments.length - 1 : given.length === segments.length;
    if (!methods.includes(method) || !isLong) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, at) => {
      if (segment.startsWith('{*')) return true;
      const value = given[at] ?? '';
      const [, name, constraint] = /^\{(\w+)(?::(\w+))?\}$/.exec(segment) ?? [];
      if (name === undefined) return segment.toLowerCase() === value.toLowerCase();
      if (constraint !== undefined && constraint !== 'guid') {
        throw new Error(`Unknown constraint: ${segment}`);
      }
      params[name] = value;
      return value !== '' && (constraint === undefined || GUID.test(value));
    });
    if (fits) return { of, params, ...(allow && { allow }) };
  }
  return undefined;
}
