import { ICONS } from '../dom.ts';
import type { OpenSource } from './citations.ts';
import { chat, panel, say } from './context.ts';
import { setCovered, dismiss, waiting } from './layer.ts';
import { render } from './render.ts';
import { button, h, icon, link, list, loose, safeLink, text, write } from './first-file-parts.ts';

/** A sheet with the cited passage of a source, which is requested from the service. */
export const sourceSheet = () => {
  let opener: HTMLElement | undefined;
  const title = h('h2');
  const close = button('', () => shut(), icon(ICONS.close));
  const passage = h('div', 'bubble');
  const page = link('');
  const sheet = h('section', 'sheet float', h('div', 'sheet-head', title, close), passage, page);

  const shut = () => {
    setCovered(sheet, false);
    opener?.focus();
    opener = undefined;
  };

  const open: OpenSource = (message, number, from) => {
    const source = loose(list(message.sources)[number - 1]);
    const address = safeLink(text(source.url));
    opener = from;
    write(title, text(source.title));
    sheet.ariaLabel = title.textContent;
    sheet.ariaBusy = 'true';
    close.title = say('Close');
    page.hidden = !address;
    page.href = address ?? '';
    write(page, say('Open page'));
    passage.replaceChildren(waiting());
    setCovered(sheet, true);
    close.focus();
    void chat.post('source', { messageId: message.id, number }).then(({ status, body }) => {
      // Another source was opened in the meantime.
      if (opener !== from) return;
      const words = status === 200 && text(body.passage);
      passage.replaceChildren(...(words ? render(words) : [say('This text is not available.')]));
      sheet.ariaBusy = 'false';
    });
  };

  sheet.role = 'dialog';
  passage.dir = 'auto';
  passage.tabIndex = 0;
  sheet.hidden = true;
  panel.append(sheet);
  dismiss(
    () => !sheet.hidden,
    shut,
    (target) => sheet.contains(target) || opener?.contains(target),
  );

  return {
    open,
    draw() {
      // The answer was removed.
      if (opener && !opener.isConnected) setCovered(sheet, false);
    },
  };
};
