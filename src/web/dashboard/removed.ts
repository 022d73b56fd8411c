import { drop, forget } from './live.ts';
import { go } from '../ui/router.ts';

/** Leaves the page of what has just been deleted; its lists are asked for again. */
export function leaveRemoved(path: string, lists: string, to: string): void {
  // The page asks for it as long as it is on the screen.
  const left = () => {
    drop(path);
    forget(lists);
  };
  window.addEventListener('hashchange', left, { once: true });
  go(to, { replace: true });
}
