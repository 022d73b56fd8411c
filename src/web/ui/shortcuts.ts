import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from '../../../widget/input-method.ts';

/** A single-key shortcut, with its description in the help dialog. */
export interface Shortcut {
  key: string;
  does: string;
  run: () => void;
}

/** Whether the event's target is a text field or in a dialog. Shortcuts are off there. */
function isTyping(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}

/** Keystrokes within this interval belong together, in milliseconds. */
const BURST_MS = 1_000;

/** The field that a key goes to as text. */
const fieldOf = (target: HTMLElement) => target.closest('input, textarea, select, [contenteditable]');

/** Whether a key leaves a field on purpose: Enter in a field of a dialog completes the dialog. */
function isLeaving(key: string, target: HTMLElement): boolean {
  const completes = target.closest('dialog') !== null && !(target instanceof HTMLTextAreaElement);
  return key === 'Escape' || key === 'Tab' || (key === 'Enter' && completes);
}

/**
 * Detects typing that continues after the focused field was removed, because further keystrokes would close
 * or claim conversations.
 */
function typingGuard() {
  let typedInto: Element | undefined;
  let typedAtMs = 0;
  return {
    isTyped({ target, key, timeStamp }: KeyboardEvent): boolean {
      if (isTyping(target)) typedInto = isLeaving(key, target) ? undefined : (fieldOf(target) ?? undefined);
      else if (!typedInto || typedInto.isConnected || timeStamp - typedAtMs > BURST_MS) return false;
      typedAtMs = timeStamp;
      return true;
    },
    /** Ends the burst after a pointer action. */
    left() {
      typedInto = undefined;
    },
  };
}

/** Enables single-key shortcuts, except while typing and if the reader has turned them off. */
export function useShortcuts(shortcuts: readonly Shortcut[], enabled: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!enabled) return;
    const guard = typingGuard();
    const pressed = (event: KeyboardEvent) => {
      if (guard.isTyped(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      // A held key triggers once.
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
