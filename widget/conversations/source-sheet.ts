import { button, h, icon, ICONS, link, write } from '../dom.ts';
import { list, loose, text, type Message } from '../model.ts';
import type { PanelContext } from '../panel/context.ts';
import { safeLink } from '../safe-link.ts';
import { setCovered, dismiss, waiting } from '../panel/layer.ts';
import { render } from '../panel/render.ts';

/** A sheet with the cited passage of a source, which is requested from the service. */
export const sourceSheet = (context: PanelContext) => {
  const { chat, say } = context;
  const { panel } = context.place;
  let opener: HTMLElement | undefined;
  const title = h('h2');
  const close = button('', () => shut(), icon(ICONS.close));
  const passage = h('div', 'bubble');
  const page = link('');
  const sheet = h('section', 'sheet float', h('div', 'sheet-head', title, close), passage, page);

  const shut = () => {
    setCovered(panel, sheet, false);
    opener?.focus();
    opener = undefined;
  };

  /** Shows a source of an answer by its number. The focus returns to `from`. */
  const open = (message: Message, number: number, from: HTMLElement) => {
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
    setCovered(panel, sheet, true);
    close.focus();
    void chat.post('source', { messageId: message.id, number }).then(({ status, body }) => {
      // Another source was opened in the meantime.
      if (opener !== from) return;
      const words = status === 200 && text(body.passage);
      passage.replaceChildren(
        ...(words ? render(words, say, context.locale) : [say('This text is not available.')]),
      );
      sheet.ariaBusy = 'false';
    });
  };

  sheet.role = 'dialog';
  passage.dir = 'auto';
  passage.tabIndex = 0;
  sheet.hidden = true;
  panel.append(sheet);
  dismiss(panel, {
    isOpen: () => !sheet.hidden,
    close: shut,
    inside: (target) => sheet.contains(target) || opener?.contains(target),
  });

  return {
    open,
    draw() {
      // The answer was removed.
      if (opener && !opener.isConnected) setCovered(panel, sheet, false);
    },
  };
};
