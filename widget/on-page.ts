/** A page that loads longer is not waited for. */
const LOAD_MS = 5e3;

/**
 * Runs once the page has loaded and is idle: a framework that hydrates the whole document takes an element
 * that is not its own for an error.
 */
export const onceLoaded = (run: () => void): void => {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run));
  if (document.readyState === 'complete') idle();
  else {
    addEventListener('load', idle);
    setTimeout(idle, LOAD_MS);
  }
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
