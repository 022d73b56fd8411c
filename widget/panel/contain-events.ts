/**
 * Events for which pages often have global listeners: shortcuts, input filters, drop areas, smooth scrolling
 * and focus traps.
 */
const TYPES =
  'keydown keyup keypress beforeinput input compositionstart compositionupdate compositionend paste copy cut dragenter dragover dragleave drop wheel touchmove focusin';

/**
 * Stops the panel's events at the shadow root, because the page cannot see that they come from a text field.
 * Events of the launcher are passed on, so that the page's shortcuts work while it has the focus.
 */
export const containEvents = (shell: Element, launcher?: Element): void => {
  for (const type of TYPES.split(' ')) {
    shell.addEventListener(
      type,
      (event) => {
        if (event.target !== launcher) event.stopPropagation();
      },
      { passive: true },
    );
  }
};
