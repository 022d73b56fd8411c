import type { PanelContext } from './context.ts';
import { button, icon } from '../dom.ts';

/** From Lucide (ISC license). */
const COPY = 'M9 9h12v12H9zM5 15H3V3h12v2';
const DONE = 'm5 12 5 5L20 7';

/** Adds a copy button to each code block, if the browser has a clipboard. */
export const addCopyButtons = ({ say }: PanelContext, answer: Element): void => {
  if (!('clipboard' in navigator)) return;
  for (const code of answer.querySelectorAll('pre')) {
    const copy = button(
      'copy',
      () => {
        void navigator.clipboard.writeText(code.innerText);
        copy.replaceChildren(icon(DONE));
        copy.title = `${say('Copy')} ✓`;
      },
      icon(COPY),
    );
    copy.title = say('Copy');
    code.before(copy);
  }
};
