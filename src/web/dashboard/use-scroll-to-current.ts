import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * A list of links that scrolls sideways on a phone: the current one is brought into sight, in a frame, since
 * scrolling lays out the page and the frame does so anyway.
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
