import { beforeEach, describe, expect, it } from 'vitest';
import { GIVE_UP_MS } from '../../src/domain/deliveries.ts';
import { requestHuman } from '../../src/domain/handoff.ts';
import type { Delivery, OutboxEntry } from '../../src/domain/records/outbox-entry.ts';
import { AppError } from '../../src/domain/errors.ts';
import { leaveMessage } from '../../src/domain/left-message.ts';
import { addNotice, LEASE_MS } from '../../src/domain/outbox.ts';
import { apply, type Trigger } from '../../src/domain/session.ts';
import { conversations } from '../../src/services/chat/conversations.ts';
import { requireFound } from '../../src/services/chat/reading.ts';
import { dispatcher } from '../../src/services/notifications/dispatcher.ts';
import { notices } from '../../src/services/notifications/notices.ts';
import { background } from '../../src/services/platform/background.ts';
import { begin, START } from '../support/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { realRandom } from '../support/real-random.ts';
import { silentRealtime, silentVisitorEvents } from '../support/silent-realtime.ts';
import { openSqlite } from '../support/sqlite-store.ts';
import { testChannel, type TestChannel } from '../support/test-channel.ts';

const MINUTE = 60_000;
const mia = { oid: 'mia', name: 'Mia' };

describe('Notices of a conversation', () => {
  const file = freshFixture(() => openSqlite());
  let clock: ReturnType<typeof manualClock>;
  let channel: TestChannel;
  let sessionId: string;

  /** An instance; one that `crashes` stores and never delivers at once. */
  function instance(channels: readonly TestChannel[] = [channel], crashes = false) {
    const telemetry = heardTelemetry();
    const work = background(telemetry);
    const { conversations: store } = file;
    const parts = { store, clock, random: realRandom, telemetry, background: work, channels };
    const delivering = dispatcher({ ...parts, stopping: new AbortController().signal });
    const requestBudget = {
      run: <T>(task: () => Promise<T>) => task(),
      leave: <T>(task: () => T) => task(),
      pause: <T>(task: () => Promise<T>) => task(),
    };
    const dead = { ...delivering, deliverStored: () => Promise.resolve() };
    const noticed = notices({ ...parts, dispatcher: crashes ? dead : delivering, requestBudget });
    const changes = conversations({
      ...parts,
      notices: noticed,
      realtime: silentRealtime,
      visitorEvents: silentVisitorEvents,
      hasAgents: true,
    });
    const now = () => new Date(clock.now()).toISOString();
    const move = (trigger: Trigger) =>
      changes.change(sessionId, (conversation) => {
        const outcome = apply(requireFound(conversation).session, trigger, now());
        if (!outcome.ok) throw new Error(outcome.refusal);
        return { commit: { session: outcome.session }, result: undefined };
      });
    return {
      ...delivering,
      telemetry,
      settled: () => work.settled(),
      async handoff() {
        await changes.change(sessionId, (conversation) => {
          const outcome = requestHuman(requireFound(conversation).session, now());
          if (!outcome.ok) throw new Error(outcome.refusal);
          return { commit: { session: outcome.session, append: outcome.messages }, result: undefined };
        });
      },
      async leave() {
        await changes.change(sessionId, (conversation) => {
          const { session } = requireFound(conversation);
          const outcome = leaveMessage(session, { details: { email: 'vera@example.com' } }, now());
          if (!outcome.ok) throw new Error(outcome.refusal);
          const { session: after, messages, isNews } = outcome;
          return {
            commit: { session: after, append: messages },
            ...(isNews && { notice: 'message.left' as const }),
            result: undefined,
          };
        });
      },
      claim: () => move({ type: 'claim', agent: mia }),
      close: () => move({ type: 'close', agent: mia }),
      release: () => move({ type: 'release', agent: mia }),
    };
  }

  const kinds = () => channel.got.map(({ kind }) => kind);
  const steps = () => channel.got.map(({ step }) => step);
  const left = async () => (await file.conversations.outboxOf(sessionId)).map(({ entry }) => entry);

  beforeEach(async () => {
    clock = manualClock(Date.parse(START));
    channel = testChannel();
    const begun = await begin(file.conversations, 'A secret', { origin: 'https://shop.example' });
    ({ sessionId } = begun.session);
  });

  it('are delivered at once, once each, in order, and nothing of them stays', async () => {
    const here = instance();
    await here.handoff();
    await here.settled();
    expect(kinds()).toEqual(['session.handoff']);
    await here.claim();
    await here.close();
    await here.settled();
    expect(kinds()).toEqual(['session.handoff', 'session.claimed', 'session.closed']);
    expect(channel.got.map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(await left()).toEqual([]);
    clock.advance(60 * MINUTE);
    await here.deliverDue();
    expect(channel.got).toHaveLength(3);
  });

  it('tell facts, and no text', async () => {
    const here = instance();
    await here.handoff();
    await here.settled();
    expect(channel.got[0]?.facts).toEqual({ sourceDomain: 'shop.example', waitingSince: START });
    expect(JSON.stringify(channel.got)).not.toContain('secret');
  });

  it('of a message that is left come after the handoff of the same change, once, without the address', async () => {
    channel = testChannel({ kinds: ['session.handoff', 'message.left'] });
    const here = instance();
    await here.leave();
    await here.leave();
    await here.settled();
    expect(channel.got.map(({ kind, order }) => [kind, order])).toEqual([
      ['session.handoff', 1],
      ['message.left', 2],
    ]);
    const facts = { sourceDomain: 'shop.example', waitingSince: START, messageLeft: true };
    expect(channel.got.map((notice) => notice.facts)).toEqual([facts, facts]);
    expect(JSON.stringify(channel.got)).not.toContain('vera');
  });

  it('are not stored where no channel is on, nor where none takes them', async () => {
    channel.on = false;
    const here = instance();
    await here.handoff();
    channel.on = true;
    await instance([testChannel({ kinds: ['session.closed'] })]).claim();
    expect(await left()).toEqual([]);
    expect((await file.conversations.load(sessionId))?.session).not.toHaveProperty('notices');
  });

  it('are stored where an instance does not know whether a channel is on, and dropped where it is off', async () => {
    channel.on = undefined;
    channel.answer = () => ({ ok: false, permanent: true, code: 'channel-off' });
    const here = instance();
    await here.handoff();
    await here.settled();
    expect(channel.got).toHaveLength(1);
    expect(await left()).toEqual([]);
    expect(here.telemetry.events).toEqual([]);
  });

  it('are delivered by the timer where the instance ended before', async () => {
    await instance([channel], true).handoff();
    const there = instance();
    await there.deliverDue();
    expect(channel.got).toEqual([]);
    clock.advance(LEASE_MS);
    await there.deliverDue();
    await there.deliverDue();
    expect(kinds()).toEqual(['session.handoff']);
  });

  it('are delivered by one of two instances whose timers run at once', async () => {
    await instance([channel], true).handoff();
    clock.advance(LEASE_MS);
    await Promise.all([instance().deliverDue(), instance().deliverDue()]);
    expect(kinds()).toEqual(['session.handoff']);
  });

  it('of a channel, a kind or a step of a later release are dropped after a rollback, and stop no other', async () => {
    const ofLater: [Partial<OutboxEntry>, Partial<Delivery>][] = [
      [{ kind: 'session.rated' }, {}],
      [{}, { channel: 'pager' }],
      [{}, { step: 'summary' }],
    ];
    const sessionIds: string[] = [];
    for (const [change, changedDelivery] of ofLater) {
      const { session, version } = await begin(file.conversations);
      const asked = { id: realRandom.uuid(), kind: 'session.closed', channels: ['events'] } as const;
      const { session: moved, entry } = addNotice(session, asked);
      const deliveries = entry.deliveries.map((one) => ({ ...one, ...changedDelivery }));
      const outbox = [{ ...entry, ...change, deliveries }];
      await file.conversations.commit({ session: moved, expected: version, outbox });
      sessionIds.push(session.sessionId);
    }
    await instance([channel], true).handoff();
    clock.advance(LEASE_MS);
    await instance().deliverDue();
    expect(kinds()).toEqual(['session.handoff']);
    for (const id of sessionIds) expect(await file.conversations.outboxOf(id)).toEqual([]);
  });

  it('are tried again, and the bug is reported, where a channel throws', async () => {
    const here = instance();
    channel.answer = () => Promise.reject(new RangeError('A secret'));
    await here.handoff();
    await here.settled();
    expect(await left()).toMatchObject([{ deliveries: [{ attempts: 1, failure: 'unavailable' }] }]);
    expect(here.telemetry.events).toContainEqual({ type: 'warning', code: 'background-failed' });
    expect(JSON.stringify(here.telemetry.events)).not.toContain('secret');
  });

  it('are tried again without a report where a component of the channel is away', async () => {
    const here = instance();
    channel.answer = () => Promise.reject(new AppError('vault-unavailable'));
    await here.handoff();
    await here.settled();
    expect(here.telemetry.events).toMatchObject([{ type: 'dependency', ok: false, code: 'unavailable' }]);
  });

  it('are not sent while it cannot be read what follows them', async () => {
    const plan = channel.followUps;
    channel.followUps = () => Promise.reject(new AppError('store-unavailable'));
    const here = instance();
    await here.handoff();
    await here.settled();
    clock.advance(LEASE_MS);
    await here.deliverDue();
    expect(channel.got).toEqual([]);
    expect(await left()).toMatchObject([{ deliveries: [{ attempts: 0 }] }]);
    channel.followUps = plan;
    clock.advance(LEASE_MS);
    await here.deliverDue();
    expect(kinds()).toEqual(['session.handoff']);
  });

  it('wait for one that another instance is delivering', async () => {
    const gone = instance([channel], true);
    await gone.handoff();
    await gone.claim();
    clock.advance(LEASE_MS);
    channel.answer = () => ({ ok: false, permanent: false, code: 'unavailable' });
    await Promise.all([instance().deliverDue(), instance().deliverDue()]);
    expect(kinds()).toEqual(['session.handoff']);
    channel.answer = () => ({ ok: true });
    clock.advance(MINUTE);
    await instance().deliverDue();
    expect(kinds()).toEqual(['session.handoff', 'session.handoff', 'session.claimed']);
  });

  it('of one channel are delivered also where the settings of another cannot be read', async () => {
    await instance([channel], true).handoff();
    const broken = testChannel({
      name: 'teams-workflow',
      refresh: () => Promise.reject(new AppError('store-unavailable')),
    });
    clock.advance(LEASE_MS);
    await expect(instance([broken, channel]).deliverDue()).rejects.toThrow('could not be worked on');
    expect(kinds()).toEqual(['session.handoff']);
  });

  it('wait for the ones before them', async () => {
    const here = instance();
    channel.answer = () => ({ ok: false, permanent: false, code: 'unavailable' });
    await here.handoff();
    await here.settled();
    await here.claim();
    await here.settled();
    expect(kinds()).toEqual(['session.handoff']);
    channel.answer = () => ({ ok: true });
    clock.advance(MINUTE);
    await here.deliverDue();
    expect(kinds()).toEqual(['session.handoff', 'session.handoff', 'session.claimed']);
    expect(await left()).toEqual([]);
  });

  it('are tried again no sooner than the other side asks for', async () => {
    const here = instance();
    channel.answer = () => ({ ok: false, permanent: false, code: 'throttled', retryAfterMs: 5 * MINUTE });
    await here.handoff();
    await here.settled();
    clock.advance(4 * MINUTE);
    await here.deliverDue();
    expect(channel.got).toHaveLength(1);
    clock.advance(MINUTE);
    await here.deliverDue();
    expect(channel.got).toHaveLength(2);
  });

  it('are cut off where the other side hangs, and tried again', async () => {
    const here = instance();
    channel.answer = () => new Promise(() => undefined);
    await here.handoff();
    await expect.poll(() => clock.sleeping()).toBe(1);
    clock.advance(LEASE_MS / 3);
    await here.settled();
    expect(await left()).toMatchObject([{ deliveries: [{ attempts: 1, failure: 'hanging' }] }]);
  });

  it('are given up after a day of attempts, with a warning, and hold up no later one', async () => {
    const here = instance();
    channel.answer = ({ kind }) =>
      kind === 'session.handoff' ? { ok: false, permanent: false, code: 'unavailable' } : { ok: true };
    await here.handoff();
    for (let passed = 0; passed <= GIVE_UP_MS; passed += 10 * MINUTE) {
      await here.settled();
      clock.advance(10 * MINUTE);
      await here.deliverDue();
    }
    const [entry] = await left();
    expect(entry?.deliveries).toMatchObject([{ failure: 'unavailable', deadSince: expect.any(String) }]);
    expect(here.telemetry.events).toContainEqual({ type: 'warning', code: 'notice-given-up' });
    const tried = channel.got.length;
    await here.claim();
    await here.settled();
    expect(kinds().slice(tried)).toEqual(['session.claimed']);
  });

  it('name no conversation in telemetry', async () => {
    const here = instance();
    channel.answer = () => ({ ok: false, permanent: true, code: 'gone' });
    await here.handoff();
    await here.settled();
    expect(here.telemetry.events).toMatchObject([
      { type: 'dependency', name: 'notice.events', ok: false, code: 'gone' },
      { type: 'warning', code: 'notice-given-up' },
    ]);
    expect(JSON.stringify(here.telemetry.events)).not.toContain(sessionId);
  });

  describe('of a visitor who still waits', () => {
    beforeEach(() => {
      channel = testChannel({ name: 'teams-workflow', kinds: ['session.handoff'], onlyWhileWaiting: true });
      channel.plan = { reminderMinutes: 5, escalationMinutes: 15 };
    });

    it('are followed by one reminder and one escalation, each at its time', async () => {
      const here = instance();
      await here.handoff();
      await here.settled();
      const seen = [];
      for (let minute = 1; minute <= 20; minute++) {
        clock.advance(MINUTE);
        await here.deliverDue();
        seen.push(channel.got.length);
      }
      expect(steps()).toEqual(['notice', 'reminder', 'escalation']);
      expect([seen.indexOf(2), seen.indexOf(3)]).toEqual([4, 14]);
      expect(await left()).toEqual([]);
    });

    it('say in what follows that a message was left meanwhile', async () => {
      const here = instance();
      await here.handoff();
      await here.settled();
      clock.advance(2 * MINUTE);
      await here.leave();
      clock.advance(3 * MINUTE);
      await here.deliverDue();
      expect(channel.got.map(({ step, facts }) => [step, facts.messageLeft])).toEqual([
        ['notice', undefined],
        ['reminder', true],
      ]);
    });

    it.each(['claim', 'release'] as const)('are not followed up after a %s', async (last) => {
      const here = instance();
      await here.handoff();
      await here.settled();
      clock.advance(2 * MINUTE);
      await here.claim();
      if (last === 'release') {
        await here.release();
        await here.settled();
      }
      clock.advance(4 * MINUTE);
      await here.deliverDue();
      expect(steps()).toEqual(last === 'claim' ? ['notice'] : ['notice', 'notice']);
      clock.advance(60 * MINUTE);
      await here.deliverDue();
      // What was returned to the queue waits anew, and is told of anew.
      expect(steps()).toEqual(last === 'claim' ? ['notice'] : ['notice', 'notice', 'reminder', 'escalation']);
    });

    it('escalate also where the first address has failed for good', async () => {
      const here = instance();
      channel.answer = ({ step }) =>
        step === 'escalation' ? { ok: true } : { ok: false, permanent: true, code: 'gone' };
      await here.handoff();
      await here.settled();
      clock.advance(15 * MINUTE);
      await here.deliverDue();
      expect(steps()).toEqual(['notice', 'reminder', 'escalation']);
      const [entry] = await left();
      expect(entry?.deliveries.map(({ step }) => step)).toEqual(['notice', 'reminder']);
    });

    it('are dropped where an agent claimed before they could be delivered', async () => {
      const here = instance();
      channel.answer = () => ({ ok: false, permanent: false, code: 'unavailable' });
      await here.handoff();
      await here.settled();
      await here.claim();
      clock.advance(MINUTE);
      await here.deliverDue();
      expect(channel.got).toHaveLength(1);
      clock.advance(20 * MINUTE);
      await here.deliverDue();
      expect(await left()).toEqual([]);
    });
  });
});
