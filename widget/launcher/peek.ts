import type { PageWidget } from '../stub/page-widget.ts';
import type { Loose } from '../model.ts';
import { adoptStyles } from '../panel/place.ts';
import { titleCount } from './title-count.ts';
import styles from './frame-preview.css';

const showCount = titleCount();
let isReady = false;

interface Peek {
  frame: HTMLIFrameElement;
  page: PageWidget;
  unread: () => number;
}

const prepare = ({ page, unread }: Peek) => {
  isReady = true;
  adoptStyles(page.root, styles);
  const count = () => showCount(unread());
  page.on('unread', count);
  count();
};

/**
 * Shows the frame of a registered widget in the size of its preview (`shown`), hides it, opens the panel
 * (`open`), or sets the width that the visitor chose (`wide`). The text stays in the frame, so the page
 * cannot read it. From the first preview on, the page's title has the number of unread messages.
 */
export const peek = (its: Peek, { open, shown, wide }: Loose): void => {
  if (!isReady) prepare(its);
  const { frame, page } = its;
  if (open) page.toggle(true);
  const { launcher, shell, panel } = page.surface;
  if (wide !== undefined) shell.classList.toggle('wide', wide === true);
  // The visitor has opened the panel, or the page has hidden the launcher.
  if (page.isOpen()) return;
  const hadFocus = frame.matches(':focus');
  const isShown = !!shown && !launcher.hidden;
  panel.classList.toggle('small', isShown);
  panel.open = isShown;
  if (hadFocus && !isShown) launcher.focus();
};
