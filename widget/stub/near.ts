/** How far from its corner of the window a pointer is near the launcher, in pixels. */
const NEAR = 160;

/**
 * Runs when the pointer comes near the launcher, or it is touched or gets the focus. The distance to the
 * corner is known without a layout of the page.
 */
export const onPointerNear = (launcher: HTMLElement, run: () => void, signal: AbortSignal): void => {
  const isLeft = !!launcher.closest('.left');
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      const fromSide = isLeft ? clientX : innerWidth - clientX;
      if (fromSide < NEAR && innerHeight - clientY < NEAR && !launcher.hidden) run();
    },
    { signal, passive: true },
  );
  for (const type of ['pointerdown', 'focus']) launcher.addEventListener(type, run, { signal });
};
