import { beforeEach, describe, expect, it } from 'vitest';
import { requestHuman } from '../../src/conversations/rules/handoff.ts';
import { addNotice } from '../../src/conversations/rules/outbox.ts';
import type { Delivery } from '../../src/conversations/records/outbox-entry.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import { deadLetters } from '../../src/notifications/dead-letters.ts';
import { dispatcher } from '../../src/notifications/dispatcher.ts';
import { background } from '../../src/platform/background.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { testChannel } from '../support/parts/test-channel.ts';

const mia = { oid: 'mia', name: 'Mia' };

describe('an undelivered notice that is sent again', () => {
  const file = freshFixture(() => openSqlite());
  const cards = freshFixture(() => testChannel({ name: 'teams-workflow', onlyWhileWaiting: true }));
  const events = freshFixture(() => testChannel());
  let letters: ReturnType<typeof deadLetters>;
  let settled: () => Promise<void>;
  beforeEach(async () => {
    const telemetry = recordingTelemetry();
    const work = background(telemetry);
    const parts = {
      ...{ store: file.conversations, clock: manualClock(Date.parse(START)), random: realRandom, telemetry },
      ...{ background: work, channels: [cards, events] },
    };
    const delivering = dispatcher({ ...parts, stopping: new AbortController().signal });
    letters = deadLetters({ ...parts, dispatcher: delivering });
    settled = () => work.settled();
  });

  /** A handoff whose deliveries were given up. */
  async function givenUp(...dead: Pick<Delivery, 'channel' | 'step'>[]) {
    const { session, version } = await begin(file.conversations);
    const asked = requestHuman(session, START, { reason: 'visitor' });
    if (!asked.ok) throw new Error(asked.refusal);
    const channels = ['events'] as const;
    const { session: waiting, entry } = addNotice(asked.session, {
      id: realRandom.uuid(),
      kind: 'session.handoff',
      channels,
    });
    const { leasedUntil: _l, ...free } = entry;
    const deliveries = dead.map((one) => ({
      ...one,
      ...{ dueSince: START, nextAt: START, attempts: 3, deadSince: START, failure: 'gone' as const },
    }));
    const stored = await file.conversations.commit({
      session: waiting,
      expected: version,
      append: asked.messages,
      outbox: [{ ...free, deliveries }],
    });
    if (!stored.ok) throw new Error(stored.reason);
    return { session: waiting, id: entry.id, version: stored.version };
  }

  async function claimed({
    session,
    version,
  }: Pick<Awaited<ReturnType<typeof givenUp>>, 'session' | 'version'>) {
    const outcome = transition(session, { type: 'claim', agent: mia }, START);
    if (!outcome.ok) throw new Error(outcome.refusal);
    await file.conversations.commit({ session: outcome.session, expected: version });
  }

  const CARD = { channel: 'teams-workflow', step: 'notice' };
  const EVENT = { channel: 'events', step: 'notice' };

  it('is refused and removed from the list if the visitor no longer waits', async () => {
    const notice = await givenUp(CARD, { ...CARD, step: 'reminder' });
    await claimed(notice);
    const { sessionId } = notice.session;
    expect(await refusal(letters.retry(sessionId, notice.id))).toBe('notice-outdated');
    expect((await letters.list(10)).items).toEqual([]);
    expect(await refusal(letters.retry(sessionId, notice.id))).toBe('notice-not-found');
    expect(cards.got).toEqual([]);
  });

  it('is sent only to channels for which it is still relevant', async () => {
    const notice = await givenUp(CARD, EVENT);
    await claimed(notice);
    await letters.retry(notice.session.sessionId, notice.id);
    await settled();
    expect(events.got).toHaveLength(1);
    expect(cards.got).toEqual([]);
    expect((await letters.list(10)).items).toEqual([]);
  });

  it('is refused and stays listed with a note while its channel is switched off', async () => {
    const notice = await givenUp(CARD);
    cards.on = false;
    const { sessionId } = notice.session;
    expect(await refusal(letters.retry(sessionId, notice.id))).toBe('channel-off');
    const listed = await letters.list(10);
    expect(listed.items).toMatchObject([{ id: notice.id, deliveries: [{ channelOff: true, attempts: 3 }] }]);
    cards.on = true;
    expect((await letters.list(10)).items[0]?.deliveries[0]).not.toHaveProperty('channelOff');
    await letters.retry(sessionId, notice.id);
    await settled();
    expect(cards.got).toHaveLength(1);
    expect((await letters.list(10)).items).toEqual([]);
  });

  it('is kept for a channel that is off, while the other channels get it', async () => {
    const notice = await givenUp(CARD, EVENT);
    cards.on = false;
    await letters.retry(notice.session.sessionId, notice.id);
    await settled();
    expect(events.got).toHaveLength(1);
    expect((await letters.list(10)).items).toMatchObject([{ deliveries: [{ channel: 'teams-workflow' }] }]);
  });
});
