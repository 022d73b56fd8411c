import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dueAt } from '../../src/domain/outbox.ts';
import { OutboxEntry } from '../../src/domain/records/outbox-entry.ts';
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
    const { leasedUntil, ...entry } = OutboxEntry.parse(item.entry);
    expect(leasedUntil).toBeDefined();
    const free = { ...item, entry, dueAt: dueAt(entry) };
    expect(conversations.replace(entry.sessionId, item.id, free, {}).status).toBe(200);
  }
}

describe.each(COMPOSITIONS)('the notices of handoffs, where the instance is killed (%s)', (composition) => {
  const topic = freshFixture(() => startEventGrid());
  const deployment = freshFixture(async () => {
    const { remove, ...made } = await emptyDeployment(composition);
    return { ...made, close: remove };
  });

  /** An instance. The clock of a later one is beyond the leases, where the composition has such a clock. */
  const start = (clockOffsetHours: number): Promise<ServiceProcess> =>
    startProcess({
      ...deployment.settings,
      LOCAL_CONTROL_PLANE: 'false',
      EVENT_GRID_TOPIC_ENDPOINT: topic.url,
      LOCAL_CLOCK_OFFSET_HOURS: String(clockOffsetHours),
    });

  async function end(instance: ServiceProcess, signal: NodeJS.Signals): Promise<void> {
    instance.signal(signal);
    await instance.ended;
  }

  /** Hands a conversation off, and waits until the topic has the request for its event. */
  async function handedOff(instance: ServiceProcess, failure: EventGridFailure): Promise<void> {
    topic.control.failure = failure;
    const before = topic.received.length;
    const sessionId = randomUUID();
    await instance.post('/api/chat', { message: 'Hello', sessionId });
    expect((await instance.post('/api/handoff', { sessionId })).status).toBe(200);
    await expect.poll(() => topic.received.length, PATIENT).toBe(before + 1);
  }

  test(
    'are sent by the next one: once, or twice where only the mark was missing',
    { timeout: 300_000 },
    async () => {
      const first = await start(0);
      await handedOff(first, 'hangs');
      await handedOff(first, 'takes-and-hangs');
      const [unmarked] = topic.taken;
      await end(first, 'SIGKILL');
      topic.control.failure = undefined;

      if (deployment.cosmos) endLeases(deployment.cosmos);
      const next = await start(1);
      await expect.poll(() => topic.taken.length, PATIENT).toBe(3);
      await end(next, 'SIGTERM');
      const ids = topic.taken.map(({ id }) => id);
      expect(ids.filter((id) => id === unmarked?.id)).toHaveLength(2);
      expect(new Set(ids).size).toBe(2);
      expect(topic.taken.map(({ type }) => type)).toEqual(Array(3).fill('session.handoff'));
    },
  );
});
