const KEY = 'reloaded-for-part';
/** A part that is still missing this soon after a reload is an error. */
const AGAIN_MS = 60_000;

/**
 * Loads a part of the page's script. Where that fails, because a newer version of the service was deployed
 * after the page was opened, the page is loaded again.
 */
export async function lazyPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_MS) throw error;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
    return new Promise(() => undefined);
  }
}
