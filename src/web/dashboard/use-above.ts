import { useEffect, useRef } from 'preact/hooks';

/**
 * Measures the sticky elements at the top of the window, for everything that sticks or scrolls below them:
 * `--above`. Elements that scroll with the page count as 0.
 */
export function useAbove() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const measure = () => {
      const top = element.current;
      const stays = top !== null && getComputedStyle(top).position === 'sticky';
      document.documentElement.style.setProperty(
        '--above',
        `${stays ? top.getBoundingClientRect().height : 0}px`,
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}
