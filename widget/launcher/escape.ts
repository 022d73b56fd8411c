import { isComposing } from '../input-method.ts';

/** Closes the panel with Escape, unless a part of it was closed by the key. */
export const closeOnEscape = (shell: HTMLElement, isOpen: () => boolean, close: () => void): void => {
  shell.onkeydown = (event) => {
    if (event.key !== 'Escape' || !isOpen() || isComposing(event)) return;
    close();
    event.preventDefault();
    event.stopPropagation();
  };
};
