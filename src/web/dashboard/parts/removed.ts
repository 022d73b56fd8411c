import { dropResponse, invalidate } from '../../ui/live.ts';
import { go } from '../../ui/router.ts';

/** Leaves the page of a deleted object and invalidates its lists. */
export function leaveRemoved(path: string, lists: string, to: string): void {
  // Dropped after navigation, because the mounted page would load it again.
  const left = () => {
    dropResponse(path);
    invalidate(lists);
  };
  window.addEventListener('hashchange', left, { once: true });
  go(to, { replace: true });
}
