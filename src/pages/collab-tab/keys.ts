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

/** Lets single keys act, but not while somebody types, and not at all where the agent has switched them off. */
export function useShortcuts(shortcuts: readonly Shortcut[], enabled: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!enabled) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const shortcut = latest.current.find(({ key }) => key === event.key.toLowerCase());
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [enabled]);
}
