import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dueAt } from '../../src/conversations/rules/outbox.ts';
import { OutboxEntry } from '../../src/conversations/records/outbox-entry.ts';
import type { CosmosServer } from '../fakes/cosmos-server.ts';
import { startEventGrid, type EventGridFailure } from '../fakes/event-grid-server.ts';
import { emptyDeployment } from './support/composed-process.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startProcess, type ServiceProcess } from '../support/service/process.ts';
import { COMPOSITIONS } from '../support/service/service.ts';

const PATIENT = { timeout: 180_000 };

/** The effect of an hour on the leases of an instance in a cloud, whose clock cannot be moved. */
function endLeases(cosmos: CosmosServer): void {
  const conversations = cosmos.container('conversations');
  for (const item of conversations.range()) {
    if (!('entry' in item)) continue;
    // A delivery that timed out before the kill has no lease any more.
    const entry = OutboxEntry.parse(item.entry);
    delete entry.leasedUntil;
    const free = { ...item, entry, dueAt: dueAt(entry) };
    expect(conversations.replace(entry.sessionId, item.id, free, {}).status).toBe(200);
  }
}

describe.each(COMPOSITIONS)('notices of handoffs whose instance is killed (%s)', (composition) => {
  const topic = freshFixture(() => startEventGrid());
  const deployment = freshFixture(async () => {
    const { remove, ...made } = await emptyDeployment(composition);
    return { ...made, close: remove };
  });

  /** An instance. The clock of a later one is beyond the leases, where the composition has such a clock. */
  const start = (clockOffsetHours: number): Promise<ServiceProcess> =>
    startProcess({
      ...deployment.settings,
      EVENT_GRID_TOPIC_ENDPOINT: topic.url,
      LOCAL_CLOCK_OFFSET_HOURS: String(clockOffsetHours),
    });

  async function end(instance: ServiceProcess, signal: NodeJS.Signals): Promise<void> {
    instance.signal(signal);
    await instance.ended;
  }

  /** Hands a conversation off to a topic that fails in this way. */
  async function handOff(instance: ServiceProcess, failure: EventGridFailure): Promise<void> {
    topic.control.failure = failure;
    const sessionId = randomUUID();
    await instance.post('/api/chat', { message: 'Hello', sessionId });
    expect((await instance.post('/api/handoff', { sessionId })).status).toBe(200);
  }

  test(
    'are sent by the next instance once, or twice if only the mark was not stored',
    { timeout: 300_000 },
    async () => {
      const first = await start(0);
      await handOff(first, 'hangs');
      await expect.poll(() => topic.received.length, PATIENT).toBeGreaterThan(0);
      await handOff(first, 'takes-and-hangs');
      await expect.poll(() => topic.taken.length, PATIENT).toBeGreaterThan(0);
      await end(first, 'SIGKILL');
      const unmarked = topic.taken.splice(0).map(({ id }) => id);
      topic.control.failure = undefined;

      if (deployment.cosmos) endLeases(deployment.cosmos);
      const next = await start(1);
      await expect.poll(() => topic.taken.length, PATIENT).toBe(2);
      await end(next, 'SIGTERM');
      const ids = topic.taken.map(({ id }) => id);
      expect(new Set(ids).size).toBe(2);
      expect(ids).toEqual(expect.arrayContaining(unmarked));
      expect(topic.taken.map(({ type }) => type)).toEqual(Array(2).fill('session.handoff'));
    },
  );
});
