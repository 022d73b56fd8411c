import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import type { SessionStatus } from '../../src/conversations/records/session.ts';
import type { ListedSession } from '../../src/conversations/records/public-session.ts';
import { withNotified, callersBetween, attentionCount } from '../../src/web/desk/state/attention.ts';
import {
  EMPTY_CONVERSATION,
  initialState,
  unreadOf,
  type DeskState,
} from '../../src/web/desk/state/state.ts';
import { changeSentence } from '../../src/web/desk/model/change-sentence.ts';
import {
  frozenSections,
  lastWords,
  sortRows,
  unansweredSince,
  isMine,
  neighborOf,
  replaceRows,
  sectionsOf,
  visitorNameOf,
  withDomains,
  withRow,
  type Rows,
} from '../../src/web/desk/model/rows.ts';
import { contiguousUpTo, unreadIn } from '../../src/web/desk/model/thread.ts';
import { listedSession as row } from './support/listed-session.ts';

const MIA = 'oid-of-mia';
const LEE = 'oid-of-lee';
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 17, minute)).toISOString();

const waiting = (id: string, minute: number) =>
  row(id, { status: 'human_requested', humanRequestedAt: at(minute), updatedAt: at(minute) });
const claimed = (id: string, oid: string, changes: Partial<ListedSession> = {}) =>
  row(id, { status: 'claimed', claimedBy: oid, claimedByName: oid === MIA ? 'Mia' : 'Lee', ...changes });
const rowsOf = (...rows: ListedSession[]): Rows => rows.reduce<Rows>(withRow, new Map());
const idsOf = (rows: readonly ListedSession[]) => rows.map(({ sessionId }) => sessionId);

describe('the list of the desk', () => {
  const rows = rowsOf(
    row('assistant', { lastMessageAt: at(30), sourceDomain: 'a.example' }),
    waiting('waits since 20', 20),
    claimed('mine', MIA, { lastMessageAt: at(25) }),
    waiting('waits since 10', 10),
    claimed('of lee', LEE, { lastMessageAt: at(40), sourceDomain: 'b.example' }),
    row('closed', { status: 'closed', lastMessageAt: at(50) }),
  );
  const mine = { isInHand: (one: ListedSession) => isMine(one, MIA) };
  const shown = (...query: [Parameters<typeof sectionsOf>[1], Parameters<typeof sectionsOf>[2]?]) =>
    sectionsOf(rows, query[0], query[1] ?? {}, mine).map((section) => [section.id, idsOf(section.rows)]);

  test('shows the agent’s own conversations first, then waiting ones, the longest waiting on top', () => {
    expect(shown('queue')).toEqual([
      ['mine', ['mine']],
      ['waiting', ['waits since 10', 'waits since 20']],
    ]);
  });

  test('shows waiting conversations of the agent’s groups above other waiting ones', () => {
    const stamp = { id: 'w', name: 'Sales', primaryDomain: 'shop.example' };
    const forOwn = { ...waiting('own since 15', 15), widget: stamp };
    const all = rowsOf(...rows.values(), forOwn, { ...claimed('claimed of own', LEE), widget: stamp });
    const own = new Set(['w']);
    const sections = sectionsOf(all, 'queue', {}, { ...mine, widgets: own });
    expect(sections.map((section) => [section.id, idsOf(section.rows)])).toEqual([
      ['mine', ['mine']],
      ['own', ['own since 15']],
      ['waiting', ['waits since 10', 'waits since 20']],
    ]);
    expect(idsOf(sortRows(all.values(), own)).slice(0, 2)).toEqual(['own since 15', 'waits since 10']);
  });

  test('keeps its order while it is frozen, with current data in each row', () => {
    const before = sectionsOf(rows, 'queue', {}, mine);
    const after = rowsOf(...rows.values(), waiting('waits since 5', 5), {
      ...claimed('waits since 10', LEE),
      updatedAt: at(50),
    });
    const held = frozenSections(before, after);
    expect(held.map((section) => [section.id, idsOf(section.rows)])).toEqual(shown('queue'));
    expect(held[1]?.rows[0]?.claimedByName).toBe('Lee');
    const gone = frozenSections(before, rowsOf());
    expect(gone.map((section) => idsOf(section.rows))).toEqual(before.map((section) => idsOf(section.rows)));
  });

  test.each<[string, string | undefined, 1 | -1, string[], string[], string | undefined]>([
    ['the next conversation', 'b', 1, ['a', 'b', 'c'], [], 'c'],
    ['the previous conversation', 'b', -1, ['a', 'b', 'c'], [], 'a'],
    ['nothing after the last', 'c', 1, ['a', 'b', 'c'], [], undefined],
    ['the first if none is open', undefined, 1, ['a', 'b'], ['z'], 'a'],
    ['the first if the open one was never listed', 'x', 1, ['a', 'b'], ['a', 'b'], 'a'],
    ['the one after an open one that has left the list', 'b', 1, ['a', 'c'], ['a', 'b', 'c'], 'c'],
    ['the one before an open one that has left the list', 'b', -1, ['a', 'c'], ['a', 'b', 'c'], 'a'],
    [
      'the next remaining one after several have left the list',
      'b',
      1,
      ['a', 'd'],
      ['a', 'b', 'c', 'd'],
      'd',
    ],
  ])('finds %s', (_case, from, by, listed, lastListed, to) => {
    expect(neighborOf(from, by, listed, lastListed)).toBe(to);
  });

  test('of all conversations is ordered by the newest message', () => {
    expect(shown('all')).toEqual([
      ['all', ['waits since 10', 'waits since 20', 'closed', 'of lee', 'assistant', 'mine']],
    ]);
    expect(shown('closed')).toEqual([['closed', ['closed']]]);
  });

  test('is filtered by status and by source domain', () => {
    expect(shown('all', { status: 'claimed' })).toEqual([['all', ['of lee', 'mine']]]);
    expect(shown('all', { sourceDomain: 'a.example' })).toEqual([['all', ['assistant']]]);
  });

  test('is the same for any order and repetition of events', () => {
    const history = [waiting('s', 1), claimed('s', LEE, { updatedAt: at(2) }), waiting('s', 3)].map(
      (state, index) => ({ ...state, messageCount: index + 3 }),
    );
    const order = fc.array(fc.nat({ max: history.length - 1 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(order, (indices) => {
        const heard = indices.flatMap((index) => history[index] ?? []);
        const newest = history[Math.max(...indices)];
        expect(rowsOf(...heard).get('s')).toEqual(newest);
      }),
    );
  });

  test('keeps the texts and the source of a conversation that an answer omits', () => {
    const { opening: _opening, preview: _preview, ...session } = claimed('s', MIA, { updatedAt: at(5) });
    const known = rowsOf({ ...waiting('s', 1), sourceDomain: 'a.example' });
    expect(withRow(known, session).get('s')).toMatchObject({ opening: 'Hello', sourceDomain: 'a.example' });
  });

  test('remembers every source domain by name, including those that are no longer shown', () => {
    const met = withDomains(['z.example'], rows);
    expect(met).toEqual(['a.example', 'b.example', 'z.example']);
    expect(withDomains(met, rowsOf())).toBe(met);
  });

  test('is the same object if a refresh brings no news, so nothing is rendered', () => {
    const answer = () => [waiting('one', 1), waiting('other', 2)];
    const known = rowsOf(...answer());
    expect(replaceRows(known, answer(), () => false)).toBe(known);
    const changed = replaceRows(
      known,
      [{ ...waiting('one', 1), messageCount: 9 }, ...answer().slice(1)],
      () => true,
    );
    expect(changed.get('one')?.messageCount).toBe(9);
    expect(changed.get('other')).toBe(known.get('other'));
  });

  test('removes conversations that the service no longer lists, except those changed by a later event', () => {
    const known = rowsOf(waiting('gone', 1), waiting('new', 2), waiting('still there', 3));
    const after = replaceRows(known, [waiting('still there', 3)], ({ sessionId }) => sessionId === 'new');
    expect([...after.keys()].sort()).toEqual(['new', 'still there']);
  });
});

function message(seq: number, role: Message['role'], oid?: string): Message {
  const createdAt = at(seq);
  const agent = oid === undefined ? {} : { agent: { oid, name: 'Somebody' } };
  return { id: `m${seq}`, sessionId: 's', seq, role, content: `Message ${seq}`, createdAt, ...agent };
}

/** The state of Mia's desk, with the messages of each conversation. */
function deskOf(rows: ListedSession[], messages: Record<string, Message[]> = {}): DeskState {
  const conversations = Object.entries(messages).map(
    ([id, known]) => [id, { ...EMPTY_CONVERSATION, messages: known }] as const,
  );
  const state = initialState({ oid: MIA, name: 'Mia' });
  return { ...state, rows: rowsOf(...rows), conversations: new Map(conversations) };
}

describe('the unread messages of a conversation', () => {
  const thread = [message(1, 'visitor'), message(2, 'assistant'), message(3, 'system')];

  test.each<[string, Message[], number, number]>([
    ['the visitor’s messages since the agent looked', [message(4, 'visitor'), message(5, 'visitor')], 3, 2],
    ['nothing if the agent has seen all', [message(4, 'visitor')], 4, 0],
    ['no message of the agent, of the assistant or of the service', [message(4, 'agent', MIA)], 0, 0],
    [
      'messages after a reply that was sent in another window',
      [message(4, 'agent', MIA), message(5, 'visitor')],
      1,
      1,
    ],
    ['messages from before a transfer', [message(4, 'agent', LEE)], 0, 1],
  ])('include %s', (_case, later, readUpTo, unread) => {
    expect(unreadIn({ messages: [...thread, ...later] }, MIA, readUpTo)).toBe(unread);
  });

  test('are counted only in claimed conversations', () => {
    const messages = { s: [message(1, 'visitor')] };
    const unread = (one: ListedSession, change: Partial<DeskState> = {}) =>
      unreadOf({ ...deskOf([one], messages), ...change }, one);
    expect(unread(claimed('s', MIA))).toBe(1);
    expect(unread(claimed('s', LEE))).toBe(0);
    expect(unread(waiting('s', 1))).toBe(0);
    expect(unread(claimed('s', MIA), { closings: new Map([['s', { phase: 'waiting', seq: 1 }]]) })).toBe(0);
  });

  test('are fetched from the first missing message on', () => {
    const messages = [1, 2, 5].map((seq) => message(seq, 'visitor'));
    expect(contiguousUpTo({ messages }, 0, 6)).toBe(2);
    expect(contiguousUpTo({ messages }, 4, 5)).toBe(5);
    expect(contiguousUpTo({ messages }, 9, 5)).toBe(5);
  });

  test('are shown in the title with the number of waiting visitors', () => {
    const rows = [waiting('a', 1), waiting('b', 2), claimed('c', MIA), claimed('d', MIA)];
    expect(attentionCount(deskOf(rows, { c: [message(1, 'agent', MIA)], d: [message(1, 'visitor')] }))).toBe(
      3,
    );
  });

  const none: Message[] = [];
  test.each<[string, ListedSession[], ListedSession[], Message[], string[], string[]]>([
    ['a visitor asks for a person', [row('s')], [waiting('s', 1)], none, ['s'], []],
    ['a new conversation waits immediately', [], [waiting('s', 1)], none, ['s'], []],
    ['a waiting visitor writes again', [waiting('s', 1)], [waiting('s', 1)], [message(3, 'visitor')], [], []],
    [
      'a visitor writes to this agent',
      [claimed('s', MIA)],
      [claimed('s', MIA)],
      [message(3, 'visitor')],
      [],
      ['s'],
    ],
    [
      'this agent writes in another window',
      [claimed('s', MIA)],
      [claimed('s', MIA)],
      [message(3, 'agent', MIA)],
      [],
      [],
    ],
    ['old messages come in', [claimed('s', MIA)], [claimed('s', MIA)], [message(2, 'visitor')], [], []],
    [
      'a visitor writes to a colleague',
      [claimed('s', LEE)],
      [claimed('s', LEE)],
      [message(3, 'visitor')],
      [],
      [],
    ],
    ['a colleague transfers a conversation', [claimed('s', LEE)], [claimed('s', MIA)], none, [], ['s']],
    ['the agent claims a conversation', [waiting('s', 1)], [claimed('s', MIA)], none, [], []],
  ])('notify the agent if required when %s', (_case, before, after, messages, asking, writing) => {
    const known = deskOf(before);
    const now = deskOf(after, { s: messages });
    const calls = callersBetween(known, now, withNotified(known, new Map()));
    expect(calls).toEqual({ waiting: asking, writing });
    expect(callersBetween(now, now, withNotified(now, new Map()))).toEqual({ waiting: [], writing: [] });
  });
});

describe('changes by colleagues and visitors are described in a sentence', () => {
  const of = (status: SessionStatus, oid?: string) =>
    oid === undefined ? row('s', { status }) : { ...claimed('s', oid), status };

  test.each<[ListedSession, ListedSession, string | undefined]>([
    [of('human_requested'), of('claimed', LEE), 'Lee claimed this conversation.'],
    [of('human_requested'), of('claimed', MIA), undefined],
    [of('open'), of('human_requested'), 'The visitor asked for a person.'],
    [of('claimed', LEE), of('claimed', MIA), 'Lee transferred this conversation to you.'],
    [of('claimed', MIA), of('claimed', LEE), 'Lee now has this conversation.'],
    [of('claimed', LEE), of('human_requested'), 'Lee returned this conversation to the queue.'],
    [of('claimed', LEE), of('closed', LEE), 'Lee closed this conversation.'],
    [of('claimed', MIA), of('closed', MIA), undefined],
    [of('claimed', LEE), of('claimed', LEE), undefined],
  ])('%#', (before, after, sentence) => {
    expect(changeSentence(before, after, MIA)).toBe(sentence);
  });
});

describe('the last message in a row', () => {
  const words = {
    asked: 'Is it ready?',
    preview: 'You can keep **writing**.',
    lastFrom: 'assistant',
  } as const;

  test.each<[string, ListedSession, { by: string | undefined; text: string }]>([
    [
      'the text of a waiting visitor',
      { ...waiting('s', 1), ...words },
      { by: undefined, text: 'Is it ready?' },
    ],
    [
      'the text of a visitor without a reply of the agent',
      claimed('s', MIA, { ...words, unansweredSince: at(1) }),
      { by: undefined, text: 'Is it ready?' },
    ],
    [
      'the latest message after a reply',
      claimed('s', MIA, words),
      { by: 'Assistant', text: 'You can keep writing.' },
    ],
    [
      'the agent’s own reply',
      claimed('s', MIA, { ...words, lastFrom: 'agent' }),
      { by: 'You', text: 'You can keep writing.' },
    ],
  ])('is %s', (_case, listed, expected) => {
    expect(lastWords(listed, MIA)).toEqual(expected);
  });
});

test('a visitor without a name has the same label in the whole thread', () => {
  const first = row('bae9676d-78b8-8415-90a5-f47f9c319597');
  const later = row('c91170e6-6167-8640-a420-5be81ff00a6b', { thread: first.sessionId });
  expect(visitorNameOf(first)).toBe('Visitor BAE9');
  expect(visitorNameOf(later)).toBe('Visitor BAE9');
  expect(visitorNameOf({ ...later, visitorName: 'Ida' })).toBe('Ida');
});

test('a conversation waits since the visitor asked for a person, and a claimed one since its last question', () => {
  const asked = row('w', { status: 'human_requested', humanRequestedAt: at(5) });
  expect(unansweredSince(asked)).toBe(at(5));
  expect(unansweredSince(row('c', { status: 'claimed', unansweredSince: at(7) }))).toBe(at(7));
  expect(unansweredSince(row('o'))).toBeUndefined();
});
