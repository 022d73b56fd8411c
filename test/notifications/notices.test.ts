import { describe, expect, it } from 'vitest';
import { GIVE_UP_MS } from '../../src/notifications/rules/deliveries.ts';
import { AppError } from '../../src/core/errors.ts';
import { addNotice, LEASE_MS } from '../../src/conversations/rules/outbox.ts';
import type { Delivery, OutboxEntry } from '../../src/conversations/records/outbox-entry.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { noticedConversation } from '../support/parts/noticed-conversation.ts';
import { realRandom } from '../support/ports/random.ts';
import { testChannel } from '../support/parts/test-channel.ts';

const MINUTE = 60_000;

describe('notices of a conversation', () => {
  const noticed = freshFixture(noticedConversation);
  const crashing = () => noticed.instance({ crashes: true });

  it('are delivered immediately, once each and in order, and then deleted', async () => {
    const here = noticed.instance();
    await here.handedOff();
    expect(noticed.kinds()).toEqual(['session.handoff']);
    await here.claim();
    await here.close();
    await here.settled();
    expect(noticed.kinds()).toEqual(['session.handoff', 'session.claimed', 'session.closed']);
    expect(noticed.channel.got.map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(await noticed.left()).toEqual([]);
    await here.later(60 * MINUTE);
    expect(noticed.channel.got).toHaveLength(3);
  });

  it('contain facts and no text', async () => {
    const here = noticed.instance();
    await here.handedOff();
    expect(noticed.channel.got[0]?.facts).toEqual({ sourceDomain: 'shop.example', waitingSince: START });
    expect(JSON.stringify(noticed.channel.got)).not.toContain('secret');
  });

  it('of a left message follow the handoff of the same change, once, and without the address', async () => {
    noticed.channel = testChannel({ kinds: ['session.handoff', 'message.left'] });
    const here = noticed.instance();
    await here.leave();
    await here.leave();
    await here.settled();
    expect(noticed.channel.got.map(({ kind, order }) => [kind, order])).toEqual([
      ['session.handoff', 1],
      ['message.left', 2],
    ]);
    const facts = { sourceDomain: 'shop.example', waitingSince: START, messageLeft: true };
    expect(noticed.channel.got.map((notice) => notice.facts)).toEqual([facts, facts]);
    expect(JSON.stringify(noticed.channel.got)).not.toContain('vera');
  });

  it('are not stored if no channel is on or no channel accepts them', async () => {
    noticed.channel.on = false;
    const here = noticed.instance();
    await here.handoff();
    noticed.channel.on = true;
    await noticed.instance({ channels: [testChannel({ kinds: ['session.closed'] })] }).claim();
    expect(await noticed.left()).toEqual([]);
    expect((await noticed.store.load(noticed.sessionId))?.session).not.toHaveProperty('notices');
  });

  it('are stored if the state of a channel cannot be read, and dropped if the channel is off', async () => {
    noticed.channel.isOn = () => Promise.reject(new AppError('store-unavailable'));
    noticed.channel.answer = () => ({ ok: false, permanent: true, code: 'channel-off' });
    const here = noticed.instance();
    await here.handedOff();
    expect(noticed.channel.got).toHaveLength(1);
    expect(await noticed.left()).toEqual([]);
    expect(here.telemetry.events).toEqual([]);
  });

  it('are delivered by the timer if the instance crashed before', async () => {
    await crashing().handoff();
    const there = noticed.instance();
    await there.deliverDue();
    expect(noticed.channel.got).toEqual([]);
    await there.later(LEASE_MS);
    await there.deliverDue();
    expect(noticed.kinds()).toEqual(['session.handoff']);
  });

  it('are delivered by one of two instances whose timers run at the same time', async () => {
    await crashing().handoff();
    noticed.clock.advance(LEASE_MS);
    await Promise.all([noticed.instance().deliverDue(), noticed.instance().deliverDue()]);
    expect(noticed.kinds()).toEqual(['session.handoff']);
  });

  it('with an unknown channel, kind or step are dropped after a rollback and do not block others', async () => {
    const ofLater: [Partial<OutboxEntry>, Partial<Delivery>][] = [
      [{ kind: 'session.rated' }, {}],
      [{}, { channel: 'pager' }],
      [{}, { step: 'summary' }],
    ];
    const sessionIds: string[] = [];
    for (const [change, changedDelivery] of ofLater) {
      const { session, version } = await begin(noticed.store);
      const asked = { id: realRandom.uuid(), kind: 'session.closed', channels: ['events'] } as const;
      const { session: moved, entry } = addNotice(session, asked);
      const deliveries = entry.deliveries.map((one) => ({ ...one, ...changedDelivery }));
      const outbox = [{ ...entry, ...change, deliveries }];
      await noticed.store.commit({ session: moved, expected: version, outbox });
      sessionIds.push(session.sessionId);
    }
    await crashing().handoff();
    await noticed.instance().later(LEASE_MS);
    expect(noticed.kinds()).toEqual(['session.handoff']);
    for (const id of sessionIds) expect(await noticed.store.outboxOf(id)).toEqual([]);
  });

  it('are repeated and the error is reported if a channel throws an exception', async () => {
    const here = noticed.instance();
    noticed.channel.answer = () => Promise.reject(new RangeError('A secret'));
    await here.handedOff();
    expect(await noticed.left()).toMatchObject([{ deliveries: [{ attempts: 1, failure: 'unavailable' }] }]);
    expect(here.telemetry.events).toContainEqual({ type: 'warning', code: 'background-failed' });
    expect(JSON.stringify(here.telemetry.events)).not.toContain('secret');
  });

  it('are repeated without a report if a component of the channel is unavailable', async () => {
    const here = noticed.instance();
    noticed.channel.answer = () => Promise.reject(new AppError('vault-unavailable'));
    await here.handedOff();
    expect(here.telemetry.events).toMatchObject([{ type: 'dependency', ok: false, code: 'unavailable' }]);
  });

  it('are not sent while their follow-up settings cannot be read', async () => {
    const plan = noticed.channel.followUps;
    noticed.channel.followUps = () => Promise.reject(new AppError('store-unavailable'));
    const here = noticed.instance();
    await here.handedOff();
    await here.later(LEASE_MS);
    expect(noticed.channel.got).toEqual([]);
    expect(await noticed.left()).toMatchObject([{ deliveries: [{ attempts: 0 }] }]);
    noticed.channel.followUps = plan;
    await here.later(LEASE_MS);
    expect(noticed.kinds()).toEqual(['session.handoff']);
  });

  it('wait for an earlier notice that another instance is delivering', async () => {
    const gone = crashing();
    await gone.handoff();
    await gone.claim();
    noticed.clock.advance(LEASE_MS);
    noticed.channel.answer = () => ({ ok: false, permanent: false, code: 'unavailable' });
    await Promise.all([noticed.instance().deliverDue(), noticed.instance().deliverDue()]);
    expect(noticed.kinds()).toEqual(['session.handoff']);
    noticed.channel.answer = () => ({ ok: true });
    await noticed.instance().later(MINUTE);
    expect(noticed.kinds()).toEqual(['session.handoff', 'session.handoff', 'session.claimed']);
  });

  it('of one channel are delivered even if the settings of another channel cannot be read', async () => {
    await crashing().handoff();
    const broken = testChannel({
      name: 'teams-workflow',
      isOn: () => Promise.reject(new AppError('store-unavailable')),
    });
    noticed.clock.advance(LEASE_MS);
    await expect(noticed.instance({ channels: [broken, noticed.channel] }).deliverDue()).rejects.toThrow(
      'could not be worked on',
    );
    expect(noticed.kinds()).toEqual(['session.handoff']);
  });

  it('wait for earlier notices of the conversation', async () => {
    const here = noticed.instance();
    noticed.channel.answer = () => ({ ok: false, permanent: false, code: 'unavailable' });
    await here.handedOff();
    await here.claim();
    await here.settled();
    expect(noticed.kinds()).toEqual(['session.handoff']);
    noticed.channel.answer = () => ({ ok: true });
    await here.later(MINUTE);
    expect(noticed.kinds()).toEqual(['session.handoff', 'session.handoff', 'session.claimed']);
    expect(await noticed.left()).toEqual([]);
  });

  it('are repeated no sooner than the receiver asks for', async () => {
    const here = noticed.instance();
    noticed.channel.answer = () => ({
      ok: false,
      permanent: false,
      code: 'throttled',
      retryAfterMs: 5 * MINUTE,
    });
    await here.handedOff();
    await here.later(4 * MINUTE);
    expect(noticed.channel.got).toHaveLength(1);
    await here.later(MINUTE);
    expect(noticed.channel.got).toHaveLength(2);
  });

  it('are aborted if the receiver hangs, and repeated', async () => {
    const here = noticed.instance();
    noticed.channel.answer = () => new Promise(() => undefined);
    await here.handoff();
    await expect.poll(() => noticed.clock.sleeping()).toBe(1);
    noticed.clock.advance(LEASE_MS / 3);
    await here.settled();
    expect(await noticed.left()).toMatchObject([{ deliveries: [{ attempts: 1, failure: 'hanging' }] }]);
  });

  it('are given up after a day of attempts, with a warning, and do not block later ones', async () => {
    const here = noticed.instance();
    noticed.channel.answer = ({ kind }) =>
      kind === 'session.handoff' ? { ok: false, permanent: false, code: 'unavailable' } : { ok: true };
    await here.handoff();
    for (let passed = 0; passed <= GIVE_UP_MS; passed += 10 * MINUTE) {
      await here.settled();
      await here.later(10 * MINUTE);
    }
    const [entry] = await noticed.left();
    expect(entry?.deliveries).toMatchObject([{ failure: 'unavailable', deadSince: expect.any(String) }]);
    expect(here.telemetry.events).toContainEqual({ type: 'warning', code: 'notice-given-up' });
    const tried = noticed.channel.got.length;
    await here.claim();
    await here.settled();
    expect(noticed.kinds().slice(tried)).toEqual(['session.claimed']);
  });

  it('do not contain the conversation in telemetry', async () => {
    const here = noticed.instance();
    noticed.channel.answer = () => ({ ok: false, permanent: true, code: 'gone' });
    await here.handedOff();
    expect(here.telemetry.events).toMatchObject([
      { type: 'dependency', name: 'notice.events', ok: false, code: 'gone' },
      { type: 'warning', code: 'notice-given-up' },
    ]);
    expect(JSON.stringify(here.telemetry.events)).not.toContain(noticed.sessionId);
  });
});
