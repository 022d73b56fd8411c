import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/domain/records/message.ts';
import type { ListedSession, SessionStatus } from '../../src/domain/records/session.ts';
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
  sortRows,
  isMine,
  neighborOf,
  replaceRows,
  sectionsOf,
  withDomains,
  withRow,
  type Rows,
} from '../../src/web/desk/model/rows.ts';
import { contiguousUpTo, unreadIn } from '../../src/web/desk/model/thread.ts';

const MIA = 'oid-of-mia';
const LEE = 'oid-of-lee';
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 17, minute)).toISOString();

function row(sessionId: string, changes: Partial<ListedSession> = {}): ListedSession {
  const createdAt = at(0);
  return {
    sessionId,
    status: 'open',
    createdAt,
    updatedAt: createdAt,
    lastMessageAt: createdAt,
    messageCount: 2,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    opening: 'Hello',
    preview: 'Hi',
    ...changes,
  };
}

const waiting = (id: string, minute: number) =>
  row(id, { status: 'human_requested', humanRequestedAt: at(minute), updatedAt: at(minute) });
const claimed = (id: string, oid: string, changes: Partial<ListedSession> = {}) =>
  row(id, { status: 'claimed', claimedBy: oid, claimedByName: oid === MIA ? 'Mia' : 'Lee', ...changes });
const rowsOf = (...rows: ListedSession[]): Rows => rows.reduce<Rows>(withRow, new Map());
const idsOf = (rows: readonly ListedSession[]) => rows.map(({ sessionId }) => sessionId);

describe('the list', () => {
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

  test('has the agent’s own conversations on top, then those that wait, longest first', () => {
    expect(shown('queue')).toEqual([
      ['mine', ['mine']],
      ['waiting', ['waits since 10', 'waits since 20']],
    ]);
  });

  test('has what waits for the agent’s own groups above the others that wait', () => {
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

  test('keeps its order while it is held, with what is known of each row now', () => {
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
    ['the next one', 'b', 1, ['a', 'b', 'c'], [], 'c'],
    ['the one before', 'b', -1, ['a', 'b', 'c'], [], 'a'],
    ['nothing after the last', 'c', 1, ['a', 'b', 'c'], [], undefined],
    ['the first where none is open', undefined, 1, ['a', 'b'], ['z'], 'a'],
    ['the first where the open one was never listed', 'x', 1, ['a', 'b'], ['a', 'b'], 'a'],
    ['what came after one that has left the list', 'b', 1, ['a', 'c'], ['a', 'b', 'c'], 'c'],
    ['what came before one that has left the list', 'b', -1, ['a', 'c'], ['a', 'b', 'c'], 'a'],
    ['what is left after one that has left', 'b', 1, ['a', 'd'], ['a', 'b', 'c', 'd'], 'd'],
  ])('finds %s', (_case, from, by, listed, lastListed, to) => {
    expect(neighborOf(from, by, listed, lastListed)).toBe(to);
  });

  test('of all conversations goes on with the newest message', () => {
    expect(shown('all')).toEqual([
      ['all', ['waits since 10', 'waits since 20', 'closed', 'of lee', 'assistant', 'mine']],
    ]);
    expect(shown('closed')).toEqual([['closed', ['closed']]]);
  });

  test('is narrowed down by status and by source domain', () => {
    expect(shown('all', { status: 'claimed' })).toEqual([['all', ['of lee', 'mine']]]);
    expect(shown('all', { sourceDomain: 'a.example' })).toEqual([['all', ['assistant']]]);
  });

  test('is the same in whatever order its news come, and however often', () => {
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

  test('keeps the words and the source of a conversation that an answer leaves out', () => {
    const { opening: _opening, preview: _preview, ...session } = claimed('s', MIA, { updatedAt: at(5) });
    const known = rowsOf({ ...waiting('s', 1), sourceDomain: 'a.example' });
    expect(withRow(known, session).get('s')).toMatchObject({ opening: 'Hello', sourceDomain: 'a.example' });
  });

  test('knows every source domain that it has met, by name, also of what it shows no more', () => {
    const met = withDomains(['z.example'], rows);
    expect(met).toEqual(['a.example', 'b.example', 'z.example']);
    expect(withDomains(met, rowsOf())).toBe(met);
  });

  test('is the same where a refresh says nothing new, so that nothing is rendered', () => {
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

  test('forgets what the service does not name any more, but not what an event has told meanwhile', () => {
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

describe('what wants the agent', () => {
  const thread = [message(1, 'visitor'), message(2, 'assistant'), message(3, 'system')];

  test.each<[string, Message[], number, number]>([
    ['the visitor’s messages since the agent looked', [message(4, 'visitor'), message(5, 'visitor')], 3, 2],
    ['nothing where the agent has seen all', [message(4, 'visitor')], 4, 0],
    ['no message of the agent, of the assistant or of the service', [message(4, 'agent', MIA)], 0, 0],
    [
      'what came after a reply that was sent elsewhere',
      [message(4, 'agent', MIA), message(5, 'visitor')],
      1,
      1,
    ],
    ['what a colleague’s visitor wrote before the transfer', [message(4, 'agent', LEE)], 0, 1],
  ])('counts as unread %s', (_case, later, readUpTo, unread) => {
    expect(unreadIn({ messages: [...thread, ...later] }, MIA, readUpTo)).toBe(unread);
  });

  test('counts as unread only what is claimed', () => {
    const messages = { s: [message(1, 'visitor')] };
    const unread = (one: ListedSession, change: Partial<DeskState> = {}) =>
      unreadOf({ ...deskOf([one], messages), ...change }, one);
    expect(unread(claimed('s', MIA))).toBe(1);
    expect(unread(claimed('s', LEE))).toBe(0);
    expect(unread(waiting('s', 1))).toBe(0);
    expect(unread(claimed('s', MIA), { closings: new Map([['s', { phase: 'waiting', seq: 1 }]]) })).toBe(0);
  });

  test('is fetched from where the first message is missing', () => {
    const messages = [1, 2, 5].map((seq) => message(seq, 'visitor'));
    expect(contiguousUpTo({ messages }, 0, 6)).toBe(2);
    expect(contiguousUpTo({ messages }, 4, 5)).toBe(5);
    expect(contiguousUpTo({ messages }, 9, 5)).toBe(5);
  });

  test('is told in the title: who waits, and conversations with something unread', () => {
    const rows = [waiting('a', 1), waiting('b', 2), claimed('c', MIA), claimed('d', MIA)];
    expect(attentionCount(deskOf(rows, { c: [message(1, 'agent', MIA)], d: [message(1, 'visitor')] }))).toBe(
      3,
    );
  });

  const none: Message[] = [];
  test.each<[string, ListedSession[], ListedSession[], Message[], string[], string[]]>([
    ['somebody asks for a person', [row('s')], [waiting('s', 1)], none, ['s'], []],
    ['a new conversation waits at once', [], [waiting('s', 1)], none, ['s'], []],
    [
      'somebody who waits writes again',
      [waiting('s', 1)],
      [waiting('s', 1)],
      [message(3, 'visitor')],
      [],
      [],
    ],
    [
      'a visitor writes to this agent',
      [claimed('s', MIA)],
      [claimed('s', MIA)],
      [message(3, 'visitor')],
      [],
      ['s'],
    ],
    [
      'this agent writes elsewhere',
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
    ['a colleague hands one over', [claimed('s', LEE)], [claimed('s', MIA)], none, [], ['s']],
    ['the agent claims one', [waiting('s', 1)], [claimed('s', MIA)], none, [], []],
  ])('%s', (_case, before, after, messages, asking, writing) => {
    const known = deskOf(before);
    const now = deskOf(after, { s: messages });
    const calls = callersBetween(known, now, withNotified(known, new Map()));
    expect(calls).toEqual({ waiting: asking, writing });
    expect(callersBetween(now, now, withNotified(now, new Map()))).toEqual({ waiting: [], writing: [] });
  });
});

describe('what happens elsewhere is told in words', () => {
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
