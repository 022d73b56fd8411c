import { useEffect, useState } from 'preact/hooks';
import { withQuery, type Query } from './query.ts';
import { routeNow, type Route } from './route.ts';

/** The URL of a route. */
export const href = (path: readonly string[], query: Query = {}): string =>
  withQuery(`#/${path.map(encodeURIComponent).join('/')}`, query);

/** The URL of a conversation; with `seq` of one of its messages. */
export const conversationHref = (sessionId: string, seq?: number): string =>
  href(['conversations', sessionId], { at: seq });

/** Navigates. `replace` replaces the current history entry. Default: false. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) location.replace(to);
  else location.hash = to;
}

const scrolls = new Map<number, number>();
let entry = 0;
let newest = 0;

/** The number of the current history entry. New entries get the next number. */
function entryNow(): number {
  const known: unknown = history.state;
  if (typeof known === 'number') {
    newest = Math.max(newest, known);
    return known;
  }
  history.replaceState(++newest, '');
  return newest;
}

/** The current route, with the scroll position at which the reader left it. */
export function useRoute(): Route & { scrollTo: number } {
  const [route, setRoute] = useState(() => ({ ...routeNow(), scrollTo: 0 }));
  useEffect(() => {
    history.scrollRestoration = 'manual';
    entry = entryNow();
    const moved = () => {
      scrolls.set(entry, scrollY);
      entry = entryNow();
      setRoute({ ...routeNow(), scrollTo: scrolls.get(entry) ?? 0 });
    };
    window.addEventListener('hashchange', moved);
    return () => window.removeEventListener('hashchange', moved);
  }, []);
  return route;
}
