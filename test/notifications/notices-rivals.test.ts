import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { LEASE_MS } from '../../src/conversations/rules/outbox.ts';
import type { ConversationStore } from '../../src/ports.ts';
import { dispatcher } from '../../src/notifications/dispatcher.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { noticedConversation } from '../support/parts/noticed-conversation.ts';
import { testChannel } from '../support/parts/test-channel.ts';

describe('a notice that another instance has leased', () => {
  const noticed = freshFixture(noticedConversation);

  it('is not delivered by other instances until the lease ends', async () => {
    await noticed.instance({ crashes: true }).handoff();
    const other = noticed.instance();
    await other.deliverOf(noticed.sessionId);
    expect(noticed.kinds()).toEqual([]);
    noticed.clock.advance(LEASE_MS);
    await other.deliverOf(noticed.sessionId);
    expect(noticed.kinds()).toEqual(['session.handoff']);
  });
});

it('an outage of the store ends a round of deliveries, and the timer starts another', async () => {
  const noticed = await noticedConversation();
  await noticed.instance({ crashes: true }).handoff();
  const [stored] = await noticed.store.outboxOf(noticed.sessionId);
  await noticed.close();
  if (!stored) throw new Error('No notice was stored.');
  const { entry, version } = stored;
  let asked = 0;
  const store: ConversationStore = {
    ...noticed.store,
    dueOutbox: () =>
      Promise.resolve(
        Array.from({ length: 100 }, (_, n) => ({ entry: { ...entry, sessionId: `of-${n}` }, version })),
      ),
    outboxOf() {
      asked++;
      return Promise.reject(new AppError('store-unavailable'));
    },
  };
  const round = dispatcher({
    store,
    clock: manualClock(),
    random: realRandom,
    telemetry: recordingTelemetry(),
    channels: [testChannel()],
    stopping: new AbortController().signal,
  });
  await expect(round.deliverDue()).rejects.toThrow();
  // Those that were under way when the first one failed.
  expect(asked).toBeLessThan(20);
});
