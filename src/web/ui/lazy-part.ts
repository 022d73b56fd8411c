import { Problem } from './request.ts';

const KEY = 'reloaded-for-part';
/** A failure within this time after a reload is an error, in milliseconds. */
const AGAIN_MS = 60_000;
const NOT_LOADED = 'A part of this page could not be loaded. Check the connection and reload the page.';

/**
 * Loads a part of the page's script. If that fails because a newer version was deployed, the page is
 * reloaded. Rejects with a Problem if a reload would not help or the service cannot be reached. Without a
 * connection the browser would replace the page with its own error page. A failed module fails again until
 * the page is reloaded (HTML Living Standard, module map).
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

/** Whether the service answers at the page's URL, with any status. */
async function isReachable(): Promise<boolean> {
  try {
    await fetch(location.pathname, { method: 'HEAD' });
    return true;
  } catch {
    // The request failed, so no response came.
    return false;
  }
}
