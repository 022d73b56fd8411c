/**
 * The route inside the page. It is in the fragment, which browsers do not send: a conversation's id gives
 * access to it and must not be in a server's log.
 */
export interface Route {
  /** For example `['conversations', '<id>']`; empty is the overview. */
  path: readonly string[];
  query: URLSearchParams;
}

/** The route that a fragment names. */
export function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(search),
  };
}

/** The route in the address, which may be newer than that of the last rendering. */
export const routeNow = (): Route => routeOf(location.hash);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that was typed is literal.
    return part;
  }
}
