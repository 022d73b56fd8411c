import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The minimum width for three panes side by side. */
const WIDE = '(min-width: 1180px)';

/**
 * Whether the details pane is shown: by default where there is room; where it would cover the conversation,
 * on demand only. The covered content cannot be reached, and the focus moves into the pane and back.
 */
export function useAbout(isReading: boolean) {
  const [shown, show] = useState(() => matchMedia(WIDE).matches);
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  const coversThread = isReading && shown && !isWide;
  /** The target of the focus once the pane is shown, or is gone. */
  const target = useRef('');
  const afterwards = useRef<() => void>(undefined);
  useEffect(() => {
    const room = matchMedia(WIDE);
    const changed = () => {
      setWide(room.matches);
      show(room.matches);
    };
    room.addEventListener('change', changed);
    return () => room.removeEventListener('change', changed);
  }, []);
  useLayoutEffect(() => {
    if (target.current) document.querySelector<HTMLElement>(target.current)?.focus({ preventScroll: true });
    target.current = '';
    afterwards.current?.();
    afterwards.current = undefined;
  }, [shown]);

  const toggle = (now: boolean) => {
    const { matches: hasRoom } = matchMedia(WIDE);
    const isInside = document.activeElement?.closest('.context') != null;
    if (now && (isInside || !hasRoom)) target.current = '.about-toggle';
    else if (!now && !hasRoom) target.current = '.context h2';
    return !now;
  };
  return {
    showsAbout: shown,
    coversThread,
    toggleAbout: () => show(toggle),
    /** Does something in the conversation, which has to be in sight. */
    uncover(act: () => void) {
      if (document.querySelector('.conversation[inert]')) {
        afterwards.current = act;
        show(false);
      } else act();
    },
  };
}
