import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MentionsReply, NoteReply, NotesReply } from '../../src/desk/wire/agent.ts';
import { DeadLettersReply } from '../../src/notifications/wire/dead-letters.ts';
import { connectAgent } from '../support/clients/realtime-client.ts';
import type { TestAgent } from '../support/service/agent-service.ts';
import { startFeedService } from '../support/service/feed-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

const DAY_MS = 86_400_000;

describe('mentions in private notes', () => {
  const office = freshFixture(() => startFeedService({ settings: { PLAN_ID: 'growth' } }));

  const add = (agent: TestAgent, sessionId: string, content: string, mentions: string[], id = randomUUID()) =>
    agent.post(`/api/agent/sessions/${sessionId}/notes`, { content, mentions, clientNoteId: id });
  const list = async (agent: TestAgent) =>
    MentionsReply.parse((await agent.get('/api/agent/mentions')).body).mentions;

  test('are listed for the mentioned agent, newest first, also after the conversation was opened', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    const sessionId = await office.conversation();
    const other = await office.conversation();
    const { body } = await add(mia, sessionId, '@Lee please look', [lee.oid, lee.oid, mia.oid]);
    expect(NoteReply.parse(body).note.mentions).toEqual([{ oid: lee.oid, name: 'Lee' }]);
    office.clock.advance(1000);
    await add(mia, other, 'And here, @Lee', [lee.oid]);
    expect(await list(lee)).toMatchObject([
      { sessionId: other, by: 'Mia', preview: 'And here, @Lee' },
      { sessionId, by: 'Mia', preview: '@Lee please look' },
    ]);
    expect(await list(mia)).toEqual([]);
    const see = async () => (await lee.put(`/api/agent/sessions/${other}/mentions/seen`, {})).status;
    expect(await see()).toBe(204);
    const [seen, unseen] = await list(lee);
    expect([seen?.seenAt, unseen?.seenAt]).toEqual([expect.any(String), undefined]);
    office.clock.advance(1000);
    expect(await see()).toBe(204);
    expect(await list(lee)).toEqual([seen, unseen]);
  });

  test('notify only the mentioned agent’s desks, with an event without the text', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    const sessionId = await office.conversation();
    const [atMia, atLee] = [await connectAgent(mia), await connectAgent(lee)];
    await add(mia, sessionId, 'Secret for @Lee', [lee.oid]);
    await expect.poll(() => atLee.fromServer).toContainEqual({ type: 'mention', sessionId });
    expect(JSON.stringify([atMia.fromServer, atLee.fromServer])).not.toContain('Secret');
    expect(atMia.fromServer).not.toContainEqual(expect.objectContaining({ type: 'mention' }));
    await Promise.all([atMia.stop(), atLee.stop()]);
  });

  test('are sent to the mentioned agent’s activity feed once, even if the request is repeated', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    await lee.put('/api/agent/me/availability', { status: 'away' });
    await office.switchOn(true);
    const sessionId = await office.conversation();
    const id = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => add(mia, sessionId, 'Secret for @Lee', [lee.oid], id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(() => office.graph.feed.map(({ oid }) => oid)).toEqual([lee.oid]);
    expect(office.graph.feed[0]?.title).toBe('A colleague mentioned you in a note');
    for (const private_ of ['Secret', sessionId, 'Mia']) {
      expect(office.graph.heard.join()).not.toContain(private_);
    }
    expect(await list(lee)).toHaveLength(1);
  });

  test('that cannot be delivered are listed once as undeliverable, even if the request is repeated', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    office.graph.graphFault = { status: 400 };
    await office.switchOn(true);
    const sessionId = await office.conversation();
    const id = randomUUID();
    const undelivered = async () => {
      const response = await office.service.get('/api/notifications/dead-letters');
      return DeadLettersReply.parse(await response.json()).deadLetters;
    };
    expect((await add(mia, sessionId, 'Please look, @Lee', [lee.oid], id)).status).toBe(200);
    await expect.poll(undelivered).toHaveLength(1);
    expect((await add(mia, sessionId, 'Please look, @Lee', [lee.oid], id)).status).toBe(200);
    // Longer than a lease, so that every delivery has ended.
    office.clock.advance(600_000);
    await office.service.services.notifications.deliverDue();
    expect(await undelivered()).toHaveLength(1);
  });

  test('are accepted only for agents who have signed in before', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    const sessionId = await office.conversation();
    office.clock.advance(90 * DAY_MS);
    expect((await add(mia, sessionId, '@Lee', [lee.oid])).status).toBe(200);
    for (const oid of [randomUUID()]) {
      expect(await add(mia, sessionId, '@Lee', [oid])).toMatchObject(refusedWith(404, 'colleague-not-found'));
    }
    const { body } = await mia.get(`/api/agent/sessions/${sessionId}/notes`);
    expect(NotesReply.parse(body).notes).toHaveLength(1);
    expect(
      (
        await add(
          mia,
          sessionId,
          'x',
          Array.from({ length: 11 }, () => randomUUID()),
        )
      ).status,
    ).toBe(400);
  });

  test('are added, changed and removed with the edits and the removal of their note', async () => {
    const [mia, lee, zoe] = [await office.seen('Mia'), await office.seen('Lee'), await office.seen('Zoe')];
    const sessionId = await office.conversation();
    const noted = await add(mia, sessionId, '@Lee please look', [lee.oid]);
    const { id } = NoteReply.parse(noted.body).note;
    const path = `/api/agent/sessions/${sessionId}/notes/${id}`;
    await mia.put(path, { content: '@Lee and @Zoe please call', mentions: [lee.oid, zoe.oid] });
    for (const agent of [lee, zoe]) {
      expect(await list(agent)).toMatchObject([{ noteId: id, preview: '@Lee and @Zoe please call' }]);
    }
    await mia.put(path, { content: '@Zoe please call', mentions: [zoe.oid] });
    expect(await list(lee)).toEqual([]);
    expect(await list(zoe)).toMatchObject([{ noteId: id, preview: '@Zoe please call' }]);
    expect((await mia.delete(path)).status).toBe(204);
    expect(await list(zoe)).toEqual([]);
  });

  test('are deleted with their conversation', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    const sessionId = await office.conversation();
    await add(mia, sessionId, '@Lee', [lee.oid]);
    const deleted = await fetch(`${office.service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    expect(await list(lee)).toEqual([]);
    expect((await add(mia, sessionId, '@Lee', [lee.oid])).status).toBe(404);
    expect(await list(lee)).toEqual([]);
  });
});
