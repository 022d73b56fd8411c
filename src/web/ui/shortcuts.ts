import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from '../../../widget/input-method.ts';

/** A single-key shortcut, with its name in the help sheet. */
export interface Shortcut {
  key: string;
  does: string;
  run: () => void;
}

/** Shortcuts are off while typing. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}

/** Keystrokes within this interval belong to one burst of typing. */
const BURST_MS = 1_000;

/** Keys that leave a field on purpose. */
const LEAVING = new Set(['Escape', 'Tab']);

/**
 * Distinguishes typing from shortcuts even when the focused field has just been removed: the following
 * keystrokes would close or claim conversations.
 */
function typingGuard() {
  let typedInto: Element | undefined;
  let typedAtMs = 0;
  return {
    isTyped({ target, key, timeStamp }: KeyboardEvent): boolean {
      if (isTyping(target) && target instanceof Element) typedInto = LEAVING.has(key) ? undefined : target;
      else if (!typedInto || typedInto.isConnected || timeStamp - typedAtMs > BURST_MS) return false;
      typedAtMs = timeStamp;
      return true;
    },
    /** A pointer action ends the burst. */
    left() {
      typedInto = undefined;
    },
  };
}

/** Enables single-key shortcuts, except while typing, and not where the reader has switched them off. */
export function useShortcuts(shortcuts: readonly Shortcut[], enabled: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!enabled) return;
    const guard = typingGuard();
    const pressed = (event: KeyboardEvent) => {
      if (guard.isTyped(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      // A key that is held acts once.
      if (event.repeat || isComposing(event)) return;
      const shortcut = latest.current.find(({ key }) => key === event.key.toLowerCase());
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    document.addEventListener('keydown', pressed);
    document.addEventListener('pointerdown', guard.left);
    return () => {
      document.removeEventListener('keydown', pressed);
      document.removeEventListener('pointerdown', guard.left);
    };
  }, [enabled]);
}
