import { useEffect, useRef } from 'preact/hooks';

/** Counts what a person does to the page with keys and pointer, so that a late answer can tell whether it comes too late. */
export function useInputCount(): () => number {
  const count = useRef(0);
  useEffect(() => {
    const add = () => void count.current++;
    document.addEventListener('keydown', add, true);
    document.addEventListener('pointerdown', add, true);
    return () => {
      document.removeEventListener('keydown', add, true);
      document.removeEventListener('pointerdown', add, true);
    };
  }, []);
  return () => count.current;
}
