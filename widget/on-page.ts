/** The time after which it runs on a page that is still loading, or that is never idle. */
const LATEST_MS = 5e3;

/**
 * Runs once, when the page has loaded and is idle: a framework that hydrates the whole document takes an
 * element that is not its own for an error.
 */
export const onceLoaded = (run: () => void): void => {
  const once = () => {
    run();
    run = () => {};
  };
  // Safari has no idle callbacks.
  const onIdle: (run: () => void) => unknown = (window as Partial<Window>).requestIdleCallback ?? setTimeout;
  if (document.readyState === 'complete') onIdle(once);
  else addEventListener('load', () => onIdle(once));
  setTimeout(once, LATEST_MS);
};

export interface OnPage {
  /** Puts the element on the page, unless it is there; false where it has ended, which is logged. */
  attach(): boolean;
  /** Takes it off the page for good. */
  detach(): void;
}

/**
 * Keeps an element at the end of the body, the only place where frameworks expect elements of others, and
 * puts it back where the page replaces its body or its root. `document.open()` removes all listeners and
 * handlers, so the chat could not be used any more: it ends, and a new tag may start.
 */
export const onPage = (host: HTMLElement, end: () => void): OnPage => {
  const attach = () => {
    if (host.isConnected) return true;
    if (!host.onclick) {
      console.warn('The chat has ended on this page.');
      end();
      return false;
    }
    (document.querySelector('body') ?? document.documentElement).append(host);
    for (let node = host.parentNode; node; node = node.parentNode) {
      observer.observe(node, { childList: true });
    }
    return true;
  };
  const observer = new MutationObserver(attach);
  // Reports whether handlers are still there.
  host.onclick = () => {};
  return {
    attach,
    detach() {
      host.onclick = null;
      observer.disconnect();
      host.remove();
    },
  };
};
