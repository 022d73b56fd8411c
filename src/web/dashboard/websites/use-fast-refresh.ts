import { useEffect } from 'preact/hooks';

/** How often an answer is asked for while the service works on it, in milliseconds. */
const EVERY_MS = 1_500;

/** Asks for an answer more often while something is going on and the page is visible. */
export function useFastRefresh(isGoingOn: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isGoingOn, refresh]);
}
