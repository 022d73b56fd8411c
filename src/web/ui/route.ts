/**
 * The route inside the page. It is in the URL's fragment, which browsers do not send: a conversation's id
 * gives access to it and must not appear in server logs.
 */
export interface Route {
  /** For example `['conversations', '<id>']`. Empty for the start view. */
  path: readonly string[];
  query: URLSearchParams;
}

/** Parses a URL's fragment. */
function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decodePart),
    query: new URLSearchParams(search),
  };
}

/** The current route, which can be newer than that of the last render. */
export const routeNow = (): Route => routeOf(location.hash);

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A literal percent sign.
    return part;
  }
}
