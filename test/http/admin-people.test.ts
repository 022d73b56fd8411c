import { expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { continuationIdOf } from '../../src/conversations/rules/ids.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { SearchReply, SessionsReply } from '../../src/admin/wire/admin.ts';
import { ErasureReply, ErasuresReply, PeopleReply } from '../../src/admin/wire/people.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';
import { after, begin } from '../support/stores/conversations.ts';

const MIA: Partial<SessionRecord> = {
  visitor: { subject: 'u-7', name: 'Mia Jensen', email: 'mia@shop.example' },
  visitorIssuer: 'https://id.example',
};
const LEFT: Partial<SessionRecord> = {
  contact: { name: 'Mia', email: 'Mia@shop.example', phone: '+45 12 34 56 78', leftAt: after(0) },
};
const TOM: Partial<SessionRecord> = {
  contact: { name: 'Tom Jensen', email: 'tom@shop.example', leftAt: after(0) },
};

const clock = freshFixture(() => ({
  ...manualClock(Date.parse(after(120))),
  close: () => Promise.resolve(),
}));
const service = freshFixture(() => startService({ clock }));

async function stored(...sessions: readonly Partial<SessionRecord>[]): Promise<string[]> {
  const store = sqliteStore({ dataDir: service.dataDir });
  const ids: string[] = [];
  for (const [minute, session] of sessions.entries()) {
    const saying = { at: after(minute), session };
    ids.push((await begin(store.conversations, `Hello ${minute}`, saying)).session.sessionId);
  }
  await store.close();
  return ids;
}

const read = async (path: string): Promise<unknown> => {
  const response = await service.get(path);
  expect(response.status, path).toBe(200);
  return await response.json();
};
const listed = async (query: string) =>
  SessionsReply.parse(await read(`/api/sessions?${query}`)).sessions.map(({ sessionId }) => sessionId);

async function erase(...identifiers: string[]) {
  const response = await service.post('/api/erasures', { identifiers });
  expect(response.status).toBe(202);
  return ErasureReply.parse(await response.json()).erasure;
}
const running = async () => ErasuresReply.parse(await read('/api/erasures')).erasures;

test('a search by name, address, phone number or id finds a person with all their conversations', async () => {
  await stored(MIA, LEFT, TOM, {});
  for (const q of ['mia', 'MIA@shop.example', 'u-7', '0045 12345678']) {
    const { people } = PeopleReply.parse(await read(`/api/people?q=${encodeURIComponent(q)}`));
    expect(people, q).toEqual([
      {
        identifiers: ['email:mia@shop.example', 'phone:4512345678', 'visitor:https://id.example u-7'],
        ...{ names: ['Mia', 'Mia Jensen'], conversations: 2, claimed: 0 },
        ...{ firstAt: after(0), lastAt: after(1) },
      },
    ]);
  }
  const { people } = PeopleReply.parse(await read('/api/people?q=jensen'));
  expect(people.map(({ names }) => names[0])).toEqual(['Tom Jensen', 'Mia']);
  expect(PeopleReply.parse(await read('/api/people?q=nobody')).people).toEqual([]);
});

test('erasing a person deletes only their conversations', async () => {
  const [, , tom, other] = await stored(MIA, LEFT, TOM, {});
  await erase('email:mia@shop.example', 'visitor:https://id.example u-7');
  await expect.poll(running).toEqual([]);
  expect(await listed('')).toEqual([other, tom]);
});

test('erasing a person deletes the whole thread of a conversation that was continued', async () => {
  const sessionId = crypto.randomUUID();
  const continuedBy = continuationIdOf(sessionId);
  const { conversations, close } = sqliteStore({ dataDir: service.dataDir });
  const closed = { ...LEFT, status: 'closed', closedAt: after(1), continuedBy } as const;
  await begin(conversations, 'Hello', { at: after(0), sessionId, session: closed });
  const later = { earlier: [{ sessionId, toSeq: 1 }] };
  await begin(conversations, 'Hello again', { at: after(2), sessionId: continuedBy, session: later });
  await close();
  await erase('email:mia@shop.example');
  await expect.poll(running).toEqual([]);
  expect(await listed('')).toEqual([]);
});

test('an erasure that takes several steps completes and leaves no record in the store', async () => {
  await stored(...Array.from({ length: 45 }, () => MIA));
  await erase('email:mia@shop.example');
  await expect.poll(running).toEqual([]);
  expect(await listed('person=mia')).toEqual([]);
  const store = sqliteStore({ dataDir: service.dataDir });
  expect(await store.ledger.list('erasures')).toEqual([]);
  expect(await store.ledger.list('removals')).toEqual([]);
  await store.close();
});

test.each([
  ['nothing', undefined],
  ['no identifier', []],
  ['a name', ['mia']],
  ['a tag', ['tag:1']],
  ['51 identifiers', Array.from({ length: 51 }, (_, number) => `email:mia-${number}@shop.example`)],
])('an erasure of %s is refused', async (_what, identifiers) => {
  expect((await service.post('/api/erasures', { identifiers })).status).toBe(400);
});

test('the list, closed conversations and the search have the same filters', async () => {
  const closed = { status: 'closed', closedAt: after(50), claimedBy: 'lee' } as const;
  const [mia = '', left = '', done = ''] = await stored(
    { ...MIA, locale: 'de' },
    { ...LEFT, answers: { helpful: 0, notHelpful: 1, unanswered: 0 } },
    { ...MIA, ...closed },
  );
  expect(await listed('person=mia')).toEqual([done, left, mia]);
  expect(await listed('person=mia&language=de-AT')).toEqual([mia]);
  expect(await listed('rating=answer-not-helpful&window=30d')).toEqual([left]);
  expect(await listed('widget=none&agent=lee')).toEqual([done]);
  expect(await listed('sortBy=closed&person=jensen')).toEqual([done]);
  expect(await listed(`sortBy=closed&from=${after(50)}&to=${after(51)}`)).toEqual([done]);
  expect(await listed(`sortBy=closed&from=${after(51)}`)).toEqual([]);
  expect(await listed('sortBy=closed&status=open')).toEqual([]);
  expect(await listed(`from=${after(1)}&to=${after(2)}`)).toEqual([left]);
  const found = async (query: string) =>
    SearchReply.parse(await read(`/api/sessions/search?q=hello&${query}`)).results.map((it) => it.sessionId);
  expect(await found('agent=lee')).toEqual([done]);
  expect(await found('status=open&person=mia')).toEqual([left, mia]);
  expect(await found(`from=${after(2)}`)).toEqual([done]);
});

test.each([
  'sortBy=cost&from=2026-11-20',
  ...['agent=lee', 'person=mia', 'language=de', 'rating=up', 'widget=none'].map(
    (it) => `sortBy=waiting&${it}`,
  ),
  'rating=good',
  'widget=x',
  'order=oldest',
])('a list of %s is refused', async (query) => {
  expect((await service.get(`/api/sessions?${query}`)).status).toBe(400);
});
