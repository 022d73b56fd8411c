/**
 * The path of an endpoint, its parameters as `{id}`: below `/api/`, or from the root of the site where the
 * route begins with a slash.
 */
export function endpointPath({ route }: { route: string }): string {
  return route.startsWith('/') ? route : `/api/${route}`;
}
