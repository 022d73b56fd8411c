import { panel } from './context.ts';

/**
 * Closes a part of the panel at Escape, before the panel's own keys, and at a click beside it; `inside` says
 * what is no place beside it.
 */
export const dismiss = (
  isOpen: () => boolean,
  close: (byKey: boolean) => void,
  inside: (target: Node) => boolean | undefined,
): void => {
  panel.addEventListener('click', ({ target }) => {
    if (isOpen() && target instanceof Node && !inside(target)) close(false);
  });
  panel.addEventListener(
    'keydown',
    (event) => {
      if (!isOpen() || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close(true);
    },
    true,
  );
};
