/**
 * Events that pages listen for everywhere: single-key shortcuts, filters of typed text, drop areas, smooth
 * scrolling, and dialogs that keep the focus.
 */
const TYPES =
  'keydown keyup keypress beforeinput input compositionstart compositionupdate compositionend paste copy cut dragenter dragover dragleave drop wheel touchmove focusin';

/**
 * Keeps the events of the panel from the page. They leave a shadow root with the widget's element as their
 * target, so the page cannot know that they come from a field. Those of the launcher go on: the page's
 * shortcuts work while it has the focus.
 */
export const containEvents = (shell: Element, launcher: Element): void => {
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
