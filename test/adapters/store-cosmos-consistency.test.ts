import { beforeEach, describe, expect, it } from 'vitest';
import { begin, EVER, say } from '../support/stores/conversations.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';

/** Longer than any of these tests takes. */
const NEVER_CAUGHT_UP = () => 3_600_000;

describe('Cosmos DB, while its replicas lag behind', () => {
  const setup = freshFixture(() => openCosmos());
  const other = freshFixture(() => setup.another());
  beforeEach(async () => {
    setup.server.replicas.lagMs = NEVER_CAUGHT_UP;
  });

  const levels = (of: string) =>
    setup.server.requests
      .filter(({ container, level }) => container === of && level)
      .map(({ level }) => level);

  it('returns to an instance its own writes at the charge of an ordinary read', async () => {
    const { session, message } = await begin(setup.store, 'first', { activity: { visitorMessages: 1 } });
    expect((await setup.store.load(session.sessionId))?.recent).toEqual([message]);
    const { message: second } = await say(setup.store, session.sessionId, 'second');
    expect(await setup.store.messages(session.sessionId)).toEqual([message, second]);
    expect(await setup.store.message(session.sessionId, second.id)).toEqual(second);
    expect((await setup.store.list({ sortBy: 'recent', limit: 5 })).items).toMatchObject([
      { messageCount: 2 },
    ]);
    expect(await setup.store.activity(...EVER)).toMatchObject([{ visitorMessages: 1 }]);
    expect(new Set([...levels('conversations'), ...levels('usage')])).toEqual(new Set(['Session']));
  });

  it('returns to an instance the small documents that it wrote', async () => {
    const version = (await setup.ledger.write('plans', 'start', 1, 'absent')) ?? '';
    expect(await setup.ledger.read('plans', 'start')).toMatchObject({ value: 1, version });
    expect(await setup.ledger.list('plans')).toMatchObject([{ value: 1 }]);
    await setup.ledger.remove('plans', 'start', version);
    expect(await setup.ledger.read('plans', 'start')).toBeUndefined();
    expect(new Set(levels('ledger'))).toEqual(new Set(['Session']));
  });

  it('returns the writes of another instance only to a strong read', async () => {
    await setup.ledger.write('admin', 'key', 'rotated', 'absent');
    expect(await other.ledger.read('admin', 'key')).toBeUndefined();
    expect(await other.ledger.read('admin', 'key', 'strong')).toMatchObject({ value: 'rotated' });
    const { session } = await begin(setup.store, 'first');
    const queue = { activeSince: session.lastMessageAt, limit: 5 };
    expect((await other.store.queue(queue)).items).toEqual([]);
    expect((await other.store.queue({ ...queue, consistency: 'strong' })).items).toEqual([session]);
    expect((await other.store.load(session.sessionId, 'strong'))?.session).toEqual(session);
    expect(levels('ledger')).toEqual(['Session', 'Strong']);
  });

  it('returns the current document to an instance after its write was refused', async () => {
    await setup.ledger.write('seats', 'book', 'theirs', 'absent');
    expect(await other.ledger.read('seats', 'book')).toBeUndefined();
    expect(await other.ledger.write('seats', 'book', 'ours', 'absent')).toBeUndefined();
    expect(await other.ledger.read('seats', 'book')).toMatchObject({ value: 'theirs' });
  });
});
