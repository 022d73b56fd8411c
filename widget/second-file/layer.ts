import { panel } from './context.ts';
import { h, isComposing } from './first-file-parts.ts';

/** Shows a part over the panel, whose other parts are inert while it is shown, or hides it. */
export const cover = (part: HTMLElement, isOpen: boolean): void => {
  part.hidden = !isOpen;
  for (const other of panel.children) other.toggleAttribute('inert', isOpen && other !== part);
};

/** The placeholder while a request is pending. */
export const waiting = (): HTMLElement => h('div', 'dots', h('i'), h('i'), h('i'));

/**
 * Closes a part of the panel at Escape, before the panel's own keys, and at a click outside of it; `inside`
 * lists elements that do not count as outside.
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
      if (!isOpen() || event.key !== 'Escape' || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      close(true);
    },
    true,
  );
};
