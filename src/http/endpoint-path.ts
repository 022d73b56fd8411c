/**
 * The path of an endpoint, with parameters as `{id}`: below `/api/`, or from the root if the route starts
 * with a slash.
 */
export function endpointPath({ route }: { route: string }): string {
  return route.startsWith('/') ? route : `/api/${route}`;
}
