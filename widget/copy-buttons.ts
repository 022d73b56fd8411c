import { button } from './dom.ts';
import type { Say } from './i18n.ts';
import styles from './second-file.css';

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

/** Puts a button that copies it into the corner of each block of code, where the browser has a clipboard. */
export const addCopyButtons = (answer: Element, say: Say): void => {
  const root = answer.getRootNode();
  if (!('clipboard' in navigator) || !(root instanceof ShadowRoot)) return;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
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
