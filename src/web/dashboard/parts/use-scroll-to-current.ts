import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Scrolls the current link of a horizontal list into view, for phones. It runs in an animation frame, which
 * computes the layout anyway.
 */
export function useScrollToCurrent(current: string | undefined): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ inline: 'center', block: 'nearest', behavior: 'instant' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return list;
}
