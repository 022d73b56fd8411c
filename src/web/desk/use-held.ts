import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { heldSections, type Rows, type Section } from './model/rows.ts';

/** For this long after a person has pointed into the list, or walked through it with the keyboard, it keeps its order. */
const HOLD_MS = 2_000;

/**
 * Keeps the order of a list while a person is about to choose from it: an event that came between the decision and the
 * click would put another row under the pointer. `key` names what is listed; another key is shown at once.
 */
export function useHeld(
  list: RefObject<HTMLElement | null>,
  sections: readonly Section[],
  rows: Rows,
  key: string,
): readonly Section[] {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const heldUntilMs = useRef(0);
  const shown = useRef({ key, sections });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const hold = (event: Event) => {
      // Keys that act on the open conversation change the list on purpose.
      const walks = event instanceof KeyboardEvent && ['Tab', 'Shift'].includes(event.key);
      if (event instanceof KeyboardEvent && !walks) return release();
      heldUntilMs.current = Date.now() + HOLD_MS;
    };
    const release = () => {
      heldUntilMs.current = 0;
      redraw();
    };
    const elsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) release();
    };
    element.addEventListener('pointermove', hold);
    element.addEventListener('pointerdown', hold);
    element.addEventListener('keydown', hold);
    element.addEventListener('pointerleave', release);
    document.addEventListener('keydown', elsewhere);
    return () => {
      element.removeEventListener('pointermove', hold);
      element.removeEventListener('pointerdown', hold);
      element.removeEventListener('keydown', hold);
      element.removeEventListener('pointerleave', release);
      document.removeEventListener('keydown', elsewhere);
    };
  }, []);

  const leftMs = shown.current.key === key ? heldUntilMs.current - Date.now() : 0;
  if (leftMs <= 0) shown.current = { key, sections };
  const isHeld = leftMs > 0;
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(redraw, leftMs);
    return () => clearTimeout(timer);
  });
  useKeptFocus(list);
  return isHeld ? heldSections(shown.current.sections, rows) : sections;
}

/** A row that moves to another place loses the focus in the browser; it gets it back. */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const active = document.activeElement;
  const focused =
    active instanceof HTMLElement && list.current?.contains(active) ? active.dataset['session'] : undefined;
  useLayoutEffect(() => {
    if (focused === undefined || document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-session="${focused}"]`);
    row?.focus({ preventScroll: true });
  });
}
