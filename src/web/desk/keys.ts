import { useEffect, useRef } from 'preact/hooks';

/** What a single key does, and how the help sheet names it. */
export interface Shortcut {
  key: string;
  does: string;
  run: () => void;
}

/** Keys that mean something only while nobody types. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}

/** Keys that follow each other this fast belong to one burst of typing. */
const BURST_MS = 1_000;

/** Keys with which one leaves a field on purpose. */
const LEAVING = new Set(['Escape', 'Tab']);

/**
 * Tells keys that are meant for a field from commands, also where the field has just gone from the page: what the agent
 * goes on to type would close or claim conversations.
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
    /** The agent has pointed somewhere else. */
    left() {
      typedInto = undefined;
    },
  };
}

/** Lets single keys act, but not while somebody types, and not at all where the agent has switched them off. */
export function useShortcuts(shortcuts: readonly Shortcut[], enabled: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!enabled) return;
    const guard = typingGuard();
    const pressed = (event: KeyboardEvent) => {
      if (guard.isTyped(event) || event.ctrlKey || event.metaKey || event.altKey) return;
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
