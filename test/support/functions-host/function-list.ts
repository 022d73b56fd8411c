import * as z from 'zod/mini';
import { endpointPath, type Endpoint } from '../../../src/http/endpoint.ts';
import { match, routesOf, type DeclaredFunction } from './azure-routes.ts';

/** The paths in an API description. */
export const DescribedPaths = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ tags: z.array(z.string()) }))),
});
export type DescribedPaths = z.infer<typeof DescribedPaths>;

/** The description of endpoints that are not in a served description. */
export function describedBy(
  endpoints: readonly Pick<Endpoint<never>, 'method' | 'route' | 'gate'>[],
): DescribedPaths {
  const paths = [...Map.groupBy(endpoints, endpointPath)].map(([path, there]) => [
    path,
    Object.fromEntries(there.map(({ method, gate }) => [method, { tags: [gate] }])),
  ]);
  return DescribedPaths.parse({ paths: Object.fromEntries(paths) });
}

/** Differences between a package's functions and its API description, and violations of names. */
export function functionFaults(functions: readonly DeclaredFunction[], { paths }: DescribedPaths): string[] {
  const described = Object.entries(paths).map(([path, operations]) => ({
    route: path.slice(1) || '/',
    methods: methodsOf(operations),
  }));
  const registered = functions.flatMap(({ name, bindings }) =>
    Object.values(bindings)
      .filter(({ type }) => type === 'httpTrigger')
      .map(({ route = '', methods = [] }) => ({ name, route, methods: methods.toSorted() })),
  );
  const routes = routesOf(functions);
  return [
    ...functions.flatMap(({ name }) => [
      ...(/^[a-z][\w-]*$/i.test(name) ? [] : [`${name} is not a function’s name`]),
      ...(functions.filter((one) => one.name.toLowerCase() === name.toLowerCase()).length === 1
        ? []
        : [`${name} is not the only one of its name`]),
    ]),
    ...described.flatMap(({ route, methods }) => {
      const there = registered.filter((one) => one.route === route).map((one) => one.methods.join());
      return there.length === 1 && there[0] === methods.join()
        ? []
        : [`${route} is described with ${methods.join()}, and has ${there.join(' and ') || 'no function'}`];
    }),
    ...registered.flatMap(({ name, route, methods }) => [
      ...(described.some((one) => one.route === route) ? [] : [`${name} is not described`]),
      ...methods.flatMap((method) => {
        const found = match(routes, method, `/${route.replace(/^\//, '').replaceAll(/\{\w+\}/g, '7')}`);
        return found?.of.name === name ? [] : [`${method} of ${name} is answered by ${found?.of.name}`];
      }),
    ]),
  ];
}

/** The methods of a described path: HEAD with GET, and OPTIONS for paths that visitors' pages call. */
function methodsOf(operations: DescribedPaths['paths'][string]): string[] {
  const methods = Object.keys(operations).map((method) => method.toUpperCase());
  const isVisitors = Object.values(operations).some(({ tags }) => tags.includes('visitor'));
  return [
    ...methods,
    ...(methods.includes('GET') ? ['HEAD'] : []),
    ...(isVisitors ? ['OPTIONS'] : []),
  ].toSorted();
}
