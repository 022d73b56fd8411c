import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedSession, SessionStatus } from '../../src/domain/session.ts';
import { callersBetween, wanted } from '../../src/pages/collab-tab/desk/attention.ts';
import { newsOf } from '../../src/pages/collab-tab/model/news.ts';
import {
  heldSections,
  neighborOf,
  refreshed,
  sectionsOf,
  unreadIn,
  withDomains,
  withRow,
  type Rows,
} from '../../src/pages/collab-tab/model/rows.ts';

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
  const shown = (...query: [Parameters<typeof sectionsOf>[1], Parameters<typeof sectionsOf>[2]?]) =>
    sectionsOf(rows, query[0], query[1] ?? {}, MIA).map((section) => [section.id, idsOf(section.rows)]);

  test('has the agent’s own conversations on top, then those that wait, longest first', () => {
    expect(shown('queue')).toEqual([
      ['mine', ['mine']],
      ['waiting', ['waits since 10', 'waits since 20']],
    ]);
  });

  test('keeps its order while it is held, with what is known of each row now', () => {
    const before = sectionsOf(rows, 'queue', {}, MIA);
    const after = rowsOf(...rows.values(), waiting('waits since 5', 5), {
      ...claimed('waits since 10', LEE),
      updatedAt: at(50),
    });
    const held = heldSections(before, after);
    expect(held.map((section) => [section.id, idsOf(section.rows)])).toEqual(shown('queue'));
    expect(held[1]?.rows[0]?.claimedByName).toBe('Lee');
    const gone = heldSections(before, rowsOf());
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

  test('forgets what the service does not name any more, but not what an event has told meanwhile', () => {
    const known = rowsOf(waiting('gone', 1), waiting('new', 2), waiting('still there', 3));
    const after = refreshed(known, [waiting('still there', 3)], (id) => id === 'new');
    expect([...after.keys()].sort()).toEqual(['new', 'still there']);
  });
});

describe('what wants the agent', () => {
  test('counts as unread what came in the agent’s own conversations since they looked', () => {
    expect(unreadIn(claimed('s', MIA, { messageCount: 7 }), MIA, 4)).toBe(3);
    expect(unreadIn(claimed('s', MIA, { messageCount: 4 }), MIA, 9)).toBe(0);
    expect(unreadIn(claimed('s', LEE, { messageCount: 7 }), MIA, 4)).toBe(0);
  });

  test('is told in the title: who waits, and conversations with something unread', () => {
    const rows = rowsOf(waiting('a', 1), waiting('b', 2), claimed('c', MIA), claimed('d', MIA));
    const readUpTo = new Map([['c', 2]]);
    expect(wanted({ rows, readUpTo, me: { oid: MIA, name: 'Mia' } })).toBe(3);
  });

  test.each<[string, ListedSession[], ListedSession[], string[], string[]]>([
    ['somebody asks for a person', [row('s')], [waiting('s', 1)], ['s'], []],
    ['a new conversation waits at once', [], [waiting('s', 1)], ['s'], []],
    ['somebody who waits writes again', [waiting('s', 1)], [{ ...waiting('s', 1), messageCount: 9 }], [], []],
    [
      'a visitor writes to this agent',
      [claimed('s', MIA)],
      [claimed('s', MIA, { messageCount: 3 })],
      [],
      ['s'],
    ],
    [
      'a visitor writes to a colleague',
      [claimed('s', LEE)],
      [claimed('s', LEE, { messageCount: 3 })],
      [],
      [],
    ],
    ['a colleague hands one over', [claimed('s', LEE)], [claimed('s', MIA)], [], ['s']],
    ['the agent claims one', [waiting('s', 1)], [claimed('s', MIA)], [], []],
  ])('%s', (_case, before, after, asking, writing) => {
    expect(callersBetween(rowsOf(...before), rowsOf(...after), MIA)).toEqual({ waiting: asking, writing });
  });
});

describe('what happens elsewhere is told in words', () => {
  const of = (status: SessionStatus, oid?: string) =>
    oid === undefined ? row('s', { status }) : { ...claimed('s', oid), status };

  test.each<[ListedSession, ListedSession, string | undefined]>([
    [of('human_requested'), of('claimed', LEE), 'Lee has just taken this one.'],
    [of('human_requested'), of('claimed', MIA), undefined],
    [of('open'), of('human_requested'), 'The visitor has asked for a person.'],
    [of('claimed', LEE), of('claimed', MIA), 'Lee has handed this one to you.'],
    [of('claimed', MIA), of('claimed', LEE), 'Lee has this one now.'],
    [of('claimed', LEE), of('human_requested'), 'Lee has put this one back in the queue.'],
    [of('claimed', LEE), of('closed', LEE), 'Lee has closed this one.'],
    [of('claimed', MIA), of('closed', MIA), undefined],
    [of('claimed', LEE), of('claimed', LEE), undefined],
  ])('%#', (before, after, sentence) => {
    expect(newsOf(before, after, MIA)).toBe(sentence);
  });
});
