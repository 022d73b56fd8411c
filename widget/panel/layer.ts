import { h } from '../dom.ts';
import { isComposing } from '../input-method.ts';

/** Shows a part in front of the panel, or hides it. The rest of the panel is inert while it is shown. */
export const setCovered = (panel: Element, part: HTMLElement, isOpen: boolean): void => {
  part.hidden = !isOpen;
  for (const other of panel.children) other.toggleAttribute('inert', isOpen && other !== part);
};

/** The placeholder of a pending request. */
export const waiting = (): HTMLElement => h('div', 'dots', h('i'), h('i'), h('i'));

/**
 * Closes a part of the panel with Escape, before the panel's own handler, and with a click outside. Elements
 * for which `inside` is true do not count as outside.
 */
export const dismiss = (
  panel: HTMLElement,
  {
    isOpen,
    close,
    inside,
  }: {
    isOpen: () => boolean;
    close: (byKey: boolean) => void;
    inside: (target: Node) => boolean | undefined;
  },
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
