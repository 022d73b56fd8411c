import { useEffect, useRef } from 'preact/hooks';

/** Counts keyboard and pointer input, so that a late answer can tell whether the reader has continued. */
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
