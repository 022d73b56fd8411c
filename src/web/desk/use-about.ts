import { useEffect, useState } from 'preact/hooks';

/** As wide as three panes are side by side. */
const WIDE = '(min-width: 1180px)';

/**
 * Whether the pane about the visitor is shown, and what shows or hides it: by itself where there is room beside the
 * conversation; where it would cover that, only when it is asked for.
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
