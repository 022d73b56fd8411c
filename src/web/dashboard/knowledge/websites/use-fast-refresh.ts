import { useEffect } from 'preact/hooks';

/** The polling interval while the service works, in milliseconds. */
const EVERY_MS = 1_500;

/** Polls more often while work is in progress and the page is visible. */
export function useFastRefresh(isGoingOn: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isGoingOn, refresh]);
}
