import type { Earlier } from '../conversation-calls.ts';
import type { Loose } from '../model.ts';
import { chat, input, panel, say, state, thread } from './context.ts';
import { knownConversations } from './known-conversations.ts';
import { cover, dismiss, waiting } from './layer.ts';
import { momentOf } from './transcript.ts';
import { button, h, icon, list, loose, text, unsent, write } from './first-file-parts.ts';

/** After Lucide (ISC license), as the icons of the first file. */
const BACK = 'm15 18-6-6 6-6';

/**
 * The visitor's conversations, over the panel, and the way back to one. Their content is requested from the
 * service each time the list opens, in one request; the browser keeps only their keys.
 */
export const conversationList = () => {
  const known = knownConversations();
  let rows: readonly Loose[] = [];
  /** Asking whether to forget them all. */
  let asking = false;

  const back = button('', () => close(), icon(BACK));
  const title = h('h2');
  const items = h('div');
  const note = h('span');
  const again = button('', () => void load());
  const startNew = () => {
    chat.restart();
    close();
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
  const page = h(
    'section',
    'list',
    h('header', '', back, title),
    items,
    h('p', 'small', note, ' ', again),
    fresh,
    forget,
  );

  const close = () => {
    cover(page, false);
    // The focus stays here: the composer of a closed conversation is hidden.
    thread.focus();
    input.focus();
  };

  const load = async () => {
    const before = known.all();
    write(note, '');
    write(again, '');
    items.replaceChildren(waiting());
    back.focus();
    const { status, body } = await chat.call('conversations', {
      sessionIds: before.map(({ id }) => id),
      renewals: before.flatMap(({ renewal }) => renewal ?? []),
    });
    if (status === 200) {
      rows = list(body.conversations).map(loose);
      const there = [chat.state(), ...rows].map(({ sessionId }) => sessionId);
      const asked = before.map(({ id }) => id);
      // Deleted conversations are no longer listed. Others may have been added in the meantime.
      known.keep(known.all().filter(({ id }) => there.includes(id) || !asked.includes(id)));
    } else {
      write(note, say('Your conversations could not be loaded.'));
      write(again, say('Try again'));
    }
    items.replaceChildren(...rows.map(itemOf));
  };

  /** Returns to a conversation. Messages that never arrived are for the visitor to send there, or not. */
  const resume = (earlier: Earlier, renewal: string) => {
    if (earlier.sessionId !== state.sessionId) {
      input.value = [...unsent(state).map((turn) => turn.text), input.value].filter(Boolean).join('\n');
      input.dispatchEvent(new Event('input'));
      chat.resume(earlier, renewal);
    }
    close();
  };

  const itemOf = (row: Loose): HTMLElement => {
    const sessionId = text(row.sessionId);
    const status = text(row.status);
    const { seen, renewal } = known.all().find(({ id }) => id === sessionId) ?? {};
    const isCurrent = sessionId === state.sessionId;
    const count = Number(row.messageCount);
    const read = isCurrent ? count : Number(seen ?? count);
    const item = button(
      '',
      () => resume({ sessionId, status, read }, text(renewal)),
      h('strong', '', text(row.opening)),
      h('time', 'small', momentOf(row.lastMessageAt)),
      h('span', 'small', text(row.preview)),
      count > read
        ? h('b', '', say('Unread: {}', count - read))
        : h('span', 'small', status === 'closed' && say('Ended')),
    );
    item.ariaCurrent = String(isCurrent);
    return item;
  };

  const label = () => {
    page.ariaLabel = say('Conversations');
    back.title = say('Back');
    write(title, page.ariaLabel);
    write(fresh, say('Start a new conversation'));
    write(
      forget,
      asking ? say('Remove all conversations from this device?') : say('Remove all from this device'),
    );
    forget.hidden = known.signedIn();
  };

  note.role = 'status';
  page.hidden = true;
  page.onkeydown = ({ key }) => {
    const next = key === 'ArrowDown' ? ':focus+*' : key === 'ArrowUp' && ':has(+:focus)';
    // At an end, and from the buttons around the list, it is the first.
    if (next) (items.querySelector<HTMLElement>(next) ?? items.querySelector('button'))?.focus();
  };
  panel.append(page);
  dismiss(
    () => !page.hidden,
    close,
    // It covers the panel.
    () => true,
  );

  return {
    /** Whether there is a list to open. */
    isKnown: () => !!known.all()[0] || known.signedIn(),
    open() {
      rows = [];
      asking = false;
      cover(page, true);
      label();
      void load();
    },
    draw() {
      known.remember();
      if (!page.hidden && !chat.state().open) cover(page, false);
    },
  };
};
