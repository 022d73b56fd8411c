import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { frozenSections, type Rows, type Section } from '../model/rows.ts';

/** How long the order stays frozen after pointer or keyboard activity, in milliseconds. */
const HOLD_MS = 2_000;

/**
 * Freezes the order of a list while the agent is choosing from it, because an event could move another row
 * under the pointer. `key` identifies the list; a different list is shown immediately.
 */
export function useFrozenOrder(
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
      // Other keys are shortcuts that change the list intentionally.
      const walks = event instanceof KeyboardEvent && ['Tab', 'Shift'].includes(event.key);
      if (event instanceof KeyboardEvent && !walks) {
        release();
        return;
      }
      heldUntilMs.current = Date.now() + HOLD_MS;
    };
    const release = () => {
      if (heldUntilMs.current === 0) return;
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
  return isHeld ? frozenSections(shown.current.sections, rows) : sections;
}

/** Restores the focus of a row that the browser loses when the row moves. */
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
