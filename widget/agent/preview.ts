import { button, h, icon, ICONS } from '../dom.ts';
import { initials } from '../initials.ts';
import { agentName, type Message } from '../model.ts';
import { hueOf } from '../panel/avatar.ts';
import type { PanelContext } from '../panel/context.ts';
import { stored } from '../panel/stored.ts';

/** The longest preview, in characters; its style sheet shows two lines of it. */
const MOST = 160;

/** The first line of a message, without the marks of Markdown. */
export const firstLine = (content: string): string =>
  (content.trim().split('\n', 1)[0] ?? '')
    .slice(0, 8 * MOST)
    .replace(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>\s]+/, '')
    .replace(/(\*{1,3}|`)(\S|\S.*?\S)\1/g, '$2')
    .slice(0, MOST);

/**
 * The newest unread message of an agent, next to the launcher while the panel is closed: the agent's name and
 * the first line. Each message is shown once in a browser, is announced politely and never takes the focus. A
 * registered widget shows it in its frame, so that the text does not reach the page.
 */
export const preview = (context: PanelContext): (() => void) => {
  const { chat, config, say } = context;
  const { root, shell, launcher, toggle } = context.place;
  const { tell } = config;
  const kept = stored(config, 'preview');
  // A live region announces what is added to it, so it is there before the first preview.
  const region = h('div', 'previews');
  /** The id of the message that is shown. */
  let shown = '';

  const show = (messageId: string, ...card: readonly Node[]) => {
    const hadFocus = region.contains(root.activeElement);
    shown = messageId;
    region.replaceChildren(...card);
    // The page shows the frame as small as the preview.
    shell.classList.toggle('peeking', !!shown);
    if (!tell) {
      if (hadFocus) launcher?.focus();
      return;
    }
    tell('peek', { shown: !!shown });
    // The panel was drawn while it had no size.
    if (!shown) chat.show(chat.state().open);
  };
  const close = () => show('');
  const open = () => (tell ? tell('peek', { open: true }) : toggle(true));

  const cardOf = (message: Message): HTMLElement => {
    const name = agentName(message);
    const face = h('span', 'who', initials(name));
    face.ariaHidden = 'true';
    // White can be read on each of the colors.
    face.style.background = `oklch(.5 .1 ${hueOf(name)})`;
    const words = h('span', '', h('strong', '', name), h('span', '', firstLine(message.content)));
    const cross = button('', close, icon(ICONS.close));
    cross.title = say('Close');
    const card = h('div', 'float peek', button('', open, face, words), cross);
    card.dir = 'auto';
    card.onkeydown = (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    return card;
  };

  region.role = 'status';
  shell.prepend(region);

  return () => {
    const { open: isOpen, read, sessionId } = chat.state();
    const news = context.state.messages.findLast(({ role, seq }) => role === 'agent' && seq > read);
    if (isOpen || !news || (!tell && launcher?.hidden)) {
      if (shown) close();
      return;
    }
    if (news.id === shown) return;
    const before = kept();
    // On another page, in another tab, or closed by the visitor.
    if (before.sessionId === sessionId && Number(before.seq) >= news.seq) return;
    kept({ sessionId, seq: news.seq });
    show(news.id, cardOf(news));
  };
};
