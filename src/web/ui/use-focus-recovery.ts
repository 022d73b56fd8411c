import { useEffect } from 'preact/hooks';

/**
 * Moves the focus to the nearest remaining heading when the focused control is removed, such as a dismissed
 * notice. Browsers would move it to the start of the page.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    /** The focused element and its ancestors, innermost first. */
    let path: Element[] = [];
    const focused = (event: Event) => {
      path = event.composedPath().filter((part) => part instanceof Element);
    };
    const observer = new MutationObserver(() => {
      if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
      headingNear(path)?.focus({ preventScroll: true });
      path = [];
    });
    document.addEventListener('focusin', focused);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', focused);
      observer.disconnect();
    };
  }, []);
}

function headingNear(path: readonly Element[]): HTMLElement | null {
  for (const part of path) {
    const heading = part.isConnected
      ? part.querySelector<HTMLElement>(':is(h1, h2)[tabindex="-1"]:not([inert] *)')
      : null;
    if (heading?.checkVisibility({ visibilityProperty: true })) return heading;
  }
  return null;
}
