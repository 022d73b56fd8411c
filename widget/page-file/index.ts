import type { LoaderView } from '../loader-view.ts';
import type { PageApi } from '../loader-part.ts';
import type { Loose } from '../model.ts';
import { titleCount } from '../title-count.ts';
import styles from './style.css';

const showCount = titleCount();
let isReady = false;

const prepare = (widget: PageApi, { frame }: LoaderView) => {
  isReady = true;
  const root = frame.getRootNode();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(sheet);
  const count = () => showCount(widget.getUnreadCount());
  widget.on('unread', count);
  count();
};

/**
 * Shows the frame of a registered widget in the size of its preview (`shown`), hides it, opens the panel
 * (`open`), or sets the width that the visitor chose (`wide`). The text stays in the frame, so the page
 * cannot read it. From the first preview on, the page's title has the number of unread messages.
 */
export const peek = (widget: PageApi, surface: LoaderView, { open, shown, wide }: Loose): void => {
  if (!isReady) prepare(widget, surface);
  if (open) widget.open();
  const { frame, launcher, shell } = surface;
  if (wide !== undefined) shell.classList.toggle('wide', wide === true);
  const panel = frame.closest('dialog');
  // The visitor has opened the panel, or the page has hidden the launcher.
  if (!panel || launcher.ariaExpanded === 'true') return;
  const hadFocus = frame.matches(':focus');
  const isOpen = !!shown && !launcher.hidden;
  panel.classList.toggle('small', isOpen);
  panel.open = isOpen;
  if (hadFocus && !isOpen) launcher.focus();
};
