import { Problem } from './request.ts';

const KEY = 'reloaded-for-part';
/** A part that is still missing this soon after a reload is an error. */
const AGAIN_MS = 60_000;
const NOT_LOADED = 'A part of this page could not be loaded. Check the connection and reload the page.';

/**
 * Loads a part of the page's script. If that fails, because a newer version of the service was deployed after
 * the page was opened, the page is loaded again. Rejects with a Problem where that would not help, or where
 * the service cannot be reached: a browser without a connection would replace the page by its own. A module
 * that failed to load fails again until the page is loaded again (HTML Living Standard, module map).
 */
export async function lazyPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_MS || !(await isReachable())) {
      throw new Problem('unreachable', NOT_LOADED, {}, { cause });
    }
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
    return new Promise(() => undefined);
  }
}

/** Whether the page's own address is answered, with any status. */
async function isReachable(): Promise<boolean> {
  try {
    await fetch(location.pathname, { method: 'HEAD' });
    return true;
  } catch {
    // The only failure of a request without a body is that no answer came.
    return false;
  }
}
