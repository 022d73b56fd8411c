import type { PanelContext } from '../panel/context.ts';
import { button, h, icon, write, type Child } from '../dom.ts';
import { setCovered, dismiss } from '../panel/layer.ts';

/** From Lucide (ISC license). */
const BACK = 'm15 18-6-6 6-6';

interface CoverPage {
  element: HTMLElement;
  isOpen(): boolean;
  open(): void;
  close(): void;
  /** Sets the heading and the label of the back button. */
  name(heading: string): void;
}

/** A page in front of the panel, with a heading and a back button. */
export const coverPage = (
  { input, say, place, thread }: PanelContext,
  ...content: readonly Child[]
): CoverPage => {
  const { panel } = place;
  const back = button('', () => close(), icon(BACK));
  const title = h('h2');
  const element = h('section', 'list', h('header', '', back, title), ...content);
  const isOpen = () => !element.hidden;

  const close = () => {
    setCovered(panel, element, false);
    // Keeps the focus in the panel, because the composer of a closed conversation is hidden.
    thread.focus();
    input.focus();
  };

  element.hidden = true;
  panel.append(element);
  // A click is never outside, because the page covers the panel.
  dismiss(panel, { isOpen, close, inside: () => true });

  return {
    element,
    isOpen,
    close,
    open() {
      setCovered(panel, element, true);
      back.focus();
    },
    name(heading) {
      element.ariaLabel = heading;
      back.title = say('Back');
      write(title, heading);
    },
  };
};
