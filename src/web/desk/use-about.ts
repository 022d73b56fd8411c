import { useEffect, useState } from 'preact/hooks';

/** The minimum width for three panes side by side. */
const WIDE = '(min-width: 1180px)';

/**
 * Whether the details pane is shown, and its toggle: by default where there is room; where it would cover the
 * conversation, on demand only.
 */
export function useAbout(): [shown: boolean, toggle: () => void] {
  const [shown, show] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const room = matchMedia(WIDE);
    const changed = () => show(room.matches);
    room.addEventListener('change', changed);
    return () => room.removeEventListener('change', changed);
  }, []);
  return [shown, () => show((now) => !now)];
}
