import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DeadLettersReply } from '../../src/notifications/wire/dead-letters.ts';
import { startEventGrid } from '../fakes/event-grid-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';

describe('notices that could not be delivered', () => {
  const topic = freshFixture(() => startEventGrid());
  const service = freshFixture(() =>
    startService({
      answerer: scriptedAnswerer(),
      settings: { EVENT_GRID_TOPIC_ENDPOINT: topic.url },
    }),
  );
  const admin = freshFixture(() => registryAdmin(service));
  const list = async () =>
    (await admin.answer(200, DeadLettersReply, admin.send('GET', 'notifications/dead-letters'))).deadLetters;

  const change = (body: object) => admin.send('POST', 'notifications/dead-letters', body);

  /** A handoff whose event the topic refuses for good. */
  async function undelivered() {
    topic.control.failure = { status: 404 };
    const sessionId = randomUUID();
    await service.post('/api/chat', { message: 'Hello', sessionId });
    await service.post('/api/handoff', { sessionId });
    await expect.poll(list).toHaveLength(1);
    const [letter] = await list();
    if (!letter) throw new Error('There is none.');
    topic.control.failure = undefined;
    return letter;
  }

  test('are listed with the reason', async () => {
    const letter = await undelivered();
    expect(letter).toMatchObject({
      kind: 'session.handoff',
      deliveries: [{ channel: 'events', step: 'notice', attempts: 1, failure: 'gone' }],
    });
  });

  test('can be sent again, and are then removed from the list', async () => {
    const { id, sessionId } = await undelivered();
    expect((await change({ action: 'retry', sessionId, id })).status).toBe(204);
    await expect.poll(() => topic.taken.map((event) => event.id)).toEqual([id]);
    await expect.poll(list).toEqual([]);
  });

  test('are listed page by page', async () => {
    const first = await undelivered();
    topic.control.failure = { status: 404 };
    const sessionId = randomUUID();
    await service.post('/api/chat', { message: 'Hello', sessionId });
    await service.post('/api/handoff', { sessionId });
    await expect.poll(list).toHaveLength(2);
    const page = (query: string) =>
      admin.answer(200, DeadLettersReply, admin.send('GET', `notifications/dead-letters?limit=1${query}`));
    const newest = await page('');
    expect(newest.deadLetters).toMatchObject([{ sessionId }]);
    const { deadLetters, ...rest } = await page(`&cursor=${newest.nextCursor ?? ''}`);
    expect(deadLetters).toMatchObject([{ id: first.id }]);
    expect(rest).toEqual({});
    expect((await admin.send('GET', 'notifications/dead-letters?cursor=made-up')).status).toBe(400);
  });

  test('can be dismissed, and are then never sent', async () => {
    const { id, sessionId } = await undelivered();
    const dismiss = () => change({ action: 'dismiss', sessionId, id });
    expect((await dismiss()).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await dismiss()).status).toBe(404);
    await service.services.notifications.deliverDue();
    expect(topic.taken).toEqual([]);
  });

  test('are deleted with their conversation', async () => {
    const { id, sessionId } = await undelivered();
    await admin.send('DELETE', `sessions/${sessionId}`);
    expect(await list()).toEqual([]);
    expect((await change({ action: 'retry', sessionId, id })).status).toBe(404);
  });
});
