import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A list of links that scrolls sideways on a phone: the current one is brought into sight. */
export function useCurrentInSight(current: string | undefined): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest', behavior: 'instant' });
  }, [current]);
  return list;
}
