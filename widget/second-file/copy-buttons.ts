import { button } from '../dom.ts';
import type { Say } from '../i18n.ts';

/** Puts a button that copies it into the corner of each block of code, where the browser has a clipboard. */
export const addCopyButtons = (answer: Element, say: Say): void => {
  if (!('clipboard' in navigator)) return;
  for (const code of answer.querySelectorAll('pre')) {
    const copy = button(
      'copy',
      () => {
        void navigator.clipboard.writeText(code.innerText);
        copy.textContent = `${say('Copy')} ✓`;
      },
      say('Copy'),
    );
    code.after(copy);
  }
};
