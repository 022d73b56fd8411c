import { list, loose, text, type Loose } from '../model.ts';
import type { PanelContext } from '../panel/context.ts';
import { button, h, write } from '../dom.ts';
import type { KnownConversations } from '../panel/known-conversations.ts';
import { setCovered, waiting } from '../panel/layer.ts';
import { momentOf } from './transcript.ts';
import { coverPage } from './cover-page.ts';
import { returnTo } from './return-to.ts';

/** The ids of a conversation and of those that it continues, the newest last. */
const idsOf = ({ sessionId, earlier }: Loose) => [...list(earlier), sessionId];

/**
 * The visitor's conversations, in front of the panel. Their content is requested each time the list opens, in
 * one request. The browser stores only their keys.
 */
export const conversationList = (context: PanelContext, known: KnownConversations) => {
  const { chat, say } = context;
  let rows: readonly Loose[] = [];
  /** Whether the visitor is asked to confirm forgetting all conversations. */
  let asking = false;

  const items = h('div');
  const note = h('span');
  const again = button('', () => void load());
  const startNew = () => {
    chat.restart();
    page.close();
  };
  const fresh = button('primary', startNew);
  const forget = button('small', () => {
    if (asking) {
      known.keep([]);
      startNew();
    }
    asking = true;
    label();
  });
  const page = coverPage(context, items, h('p', 'small', note, ' ', again), fresh, forget);

  const load = async () => {
    const before = known.all();
    write(note, '');
    write(again, '');
    items.replaceChildren(waiting());
    page.open();
    const { status, body } = await chat.call('conversations', {
      sessionIds: before.map(({ id }) => id),
      renewals: before.flatMap(({ renewal }) => renewal ?? []),
    });
    if (status === 200) {
      rows = list(body.conversations).map(loose);
      const there = [chat.state().sessionId, ...rows.flatMap(idsOf)];
      const asked = before.map(({ id }) => id);
      // Removes deleted conversations from the list. Others may have been added in the meantime.
      known.keep(known.all().filter(({ id }) => there.includes(id) || !asked.includes(id)));
    } else {
      write(note, say('Your conversations could not be loaded.'));
      write(again, say('Try again'));
    }
    items.replaceChildren(...rows.map(itemOf));
  };

  const itemOf = (row: Loose): HTMLElement => {
    const sessionId = text(row.sessionId);
    const status = text(row.status);
    const ids = idsOf(row);
    // A conversation that was continued elsewhere is opened by the key of its earlier part.
    const { seen, renewal } = loose(
      ids.map((id) => known.all().find((it) => it.id === id)).findLast(Boolean),
    );
    const isCurrent = sessionId === context.state.sessionId;
    const count = Number(row.messageCount);
    const read = isCurrent ? count : Number(seen ?? count);
    const item = button(
      '',
      () => {
        returnTo(context, { sessionId, status, read }, text(renewal));
        page.close();
      },
      h('strong', '', text(row.opening)),
      h('time', 'small', momentOf(row.lastMessageAt, context.locale)),
      h('span', 'small', text(row.preview)),
      count > read
        ? h('b', '', say('Unread: {}', count - read))
        : h('span', 'small', status === 'closed' && say('Ended')),
    );
    item.ariaCurrent = String(isCurrent);
    return item;
  };

  const label = () => {
    page.name(say('Conversations'));
    write(fresh, say('Start a new conversation'));
    write(
      forget,
      asking ? say('Remove all conversations from this device?') : say('Remove all from this device'),
    );
    forget.hidden = known.signedIn();
  };

  note.role = 'status';
  page.element.onkeydown = ({ key }) => {
    const next = key === 'ArrowDown' ? ':focus+*' : key === 'ArrowUp' && ':has(+:focus)';
    // At an end of the list, and from buttons outside it, the first item gets the focus.
    if (next) (items.querySelector<HTMLElement>(next) ?? items.querySelector('button'))?.focus();
  };

  return {
    open() {
      rows = [];
      asking = false;
      label();
      void load();
    },
    draw() {
      if (page.isOpen() && !chat.state().open) setCovered(context.place.panel, page.element, false);
    },
  };
};
