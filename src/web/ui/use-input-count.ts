import { useEffect, useRef } from 'preact/hooks';

/** Counts keyboard and pointer input, to detect whether the reader has continued before a late response. */
export function useInputCount(): () => number {
  const count = useRef(0);
  useEffect(() => {
    const add = () => {
      count.current++;
    };
    document.addEventListener('keydown', add, true);
    document.addEventListener('pointerdown', add, true);
    return () => {
      document.removeEventListener('keydown', add, true);
      document.removeEventListener('pointerdown', add, true);
    };
  }, []);
  return () => count.current;
}
