/** The longest wait for a page that is loading or never idle, in milliseconds. */
const LATEST_MS = 5000;

/**
 * Runs once when the page has loaded and is idle. A framework that hydrates the whole document would treat an
 * unknown element as an error.
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

interface OnPage {
  /** Inserts the element if it is missing. Returns false if it has ended, which is logged. */
  attach(): boolean;
  /** Removes the element permanently. */
  detach(): void;
}

/**
 * Keeps an element at the end of the body, the only place where frameworks accept other elements. It is
 * inserted again if the page replaces its body or root. `document.open()` removes all listeners, so the chat
 * ends then, and a new script tag can start it.
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
  // A probe for whether event handlers still exist.
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
