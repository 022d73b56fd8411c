import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { begin, draft, EVER, say, START } from '../support/stores/conversations.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const HOUR_MS = 3_600_000;

describe('The Cosmos DB store', () => {
  const clock = manualClock(Date.parse(START));
  const setup = freshFixture(() => openCosmos({ clock }));

  /** The requests during some work, without the SDK's own read of a container. */
  async function during(work: () => Promise<unknown>) {
    const before = setup.server.requests.length;
    await work();
    const asked = setup.server.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
    return {
      kinds: asked.map(({ kind, container }) => `${kind} ${container}`),
      charge: asked.reduce((sum, { charge }) => sum + charge, 0),
    };
  }

  it('serves a turn with one read, two batches and a usage record each, for at most 30 request units', async () => {
    const { session } = await begin(setup.store, 'x'.repeat(300), { activity: { conversations: 1 } });
    for (let n = 0; n < 9; n++) await say(setup.store, session.sessionId, 'y'.repeat(300));
    const { kinds, charge } = await during(async () => {
      const now = await setup.store.load(session.sessionId);
      if (!now) throw new Error('There is no such session.');
      const asked = append(now.session, draft('How long does it take?'), START);
      const { recent } = now;
      const first = await setup.store.commit({
        ...asked,
        expected: now.version,
        recent,
        append: [asked.message],
      });
      const reply = append(asked.session, draft('z'.repeat(600), { role: 'assistant' }), START);
      await setup.store.commit({
        session: reply.session,
        expected: first.ok ? first.version : '',
        recent: [...recent, asked.message],
        append: [reply.message],
        activity: { id: reply.message.id, at: START, requests: 1, visitorMessages: 1, assistantMessages: 1 },
      });
    });
    expect(kinds).toEqual([
      'read conversations',
      'batch conversations',
      'batch conversations',
      'create usage',
    ]);
    expect(charge).toBeLessThan(30);
  });

  it('reads new messages without a query', async () => {
    const { session } = await begin(setup.store);
    const { message } = await say(setup.store, session.sessionId, 'second');
    const { kinds } = await during(async () => {
      expect(await setup.store.messages(session.sessionId, 1)).toEqual([message]);
    });
    expect(kinds).toEqual(['read conversations']);
  });

  it('reports the charge of each operation to telemetry, without content', async () => {
    const { session } = await begin(setup.store, 'canary', { activity: { visitorMessages: 1 } });
    await setup.store.search({ text: 'canary', limit: 5 });
    const told = setup.telemetry.events.map((event) =>
      event.type === 'dependency' ? event.name : event.type,
    );
    expect(told).toEqual(['cosmos.commit', 'cosmos.hour', 'cosmos.activity', 'cosmos.search']);
    for (const event of setup.telemetry.events) {
      expect(event).toMatchObject({ type: 'dependency', ok: true, charge: expect.closeTo(5, -2) });
    }
    expect(JSON.stringify(setup.telemetry.events)).not.toMatch(new RegExp(`canary|${session.sessionId}`));
  });

  it('sums an hour that is over once, and again only after a late addition', async () => {
    await begin(setup.store, 'hi', { activity: { visitorMessages: 1 } });
    clock.advance(3 * HOUR_MS);
    const ask = () => setup.store.activity(...EVER);
    const sums = async () => (await during(ask)).kinds.filter((kind) => kind === 'query usage').length;
    expect(await sums()).toBe(3);
    expect(await sums()).toBe(2);
    expect(await ask()).toMatchObject([{ visitorMessages: 1 }]);
    await begin(setup.store, 'late', { activity: { visitorMessages: 1 } });
    expect(await ask()).toMatchObject([{ visitorMessages: 2 }]);
  });

  it('stores usage records without session ids', async () => {
    const { session } = await begin(setup.store, 'hi', { activity: { visitorMessages: 1 } });
    const kept = JSON.stringify(setup.server.container('usage').range());
    expect(kept).not.toContain(session.sessionId);
  });

  it('deletes a session of any length completely, in batches', async () => {
    const messages = Array.from({ length: 250 }, (_, n) => draft(`message ${n}`));
    let session = startSession(randomUUID(), START);
    let expected = 'absent';
    for (let from = 0; from < messages.length; from += 50) {
      const added = messages.slice(from, from + 50).map((one) => {
        const appended = append(session, one, START);
        ({ session } = appended);
        return appended.message;
      });
      const outcome = await setup.store.commit({ session, expected, append: added });
      expected = outcome.ok ? outcome.version : '';
    }
    expect(await setup.store.messages(session.sessionId)).toHaveLength(250);
    const { kinds } = await during(() => setup.store.delete(session.sessionId));
    expect(kinds.filter((kind) => kind === 'batch conversations')).toHaveLength(3);
    expect(setup.server.container('conversations').range()).toEqual([]);
  });

  it('lets the service delete expired rate-limit windows', async () => {
    await setup.counters.hit(['a', 'b'], 60_000, clock.now());
    expect(setup.server.container('counters').range()).toHaveLength(2);
    clock.advance(121_000);
    expect(setup.server.container('counters').range()).toEqual([]);
  });
});
