import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ColleaguesReply, MentionsReply, NoteReply, NotesReply } from '../../src/wire/agent.ts';
import { connectAgent } from '../support/clients/realtime-client.ts';
import type { TestAgent } from '../support/service/agent-service.ts';
import { startFeedService } from '../support/service/feed-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { ONE_HOST } from '../support/service/service.ts';

const DAY_MS = 86_400_000;

describe.each(ONE_HOST)('mentions in private notes on the %s host', (host) => {
  const office = freshFixture(() => startFeedService({ host, settings: { PLAN_ID: 'growth' } }));

  const add = (agent: TestAgent, sessionId: string, content: string, mentions: string[], id = randomUUID()) =>
    agent.post(`/api/agent/sessions/${sessionId}/notes`, { content, mentions, clientNoteId: id });
  const list = async (agent: TestAgent) =>
    MentionsReply.parse((await agent.get('/api/agent/mentions')).body).mentions;

  test('are in the list of the colleague, newest first, until the conversation is opened and after that', async () => {
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

  test('reach the desks of the colleague, and of no other agent, by an event without a text', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    const sessionId = await office.conversation();
    const [atMia, atLee] = [await connectAgent(mia), await connectAgent(lee)];
    await add(mia, sessionId, 'Secret for @Lee', [lee.oid]);
    await expect.poll(() => atLee.fromServer).toContainEqual({ type: 'mention', sessionId });
    expect(JSON.stringify([atMia.fromServer, atLee.fromServer])).not.toContain('Secret');
    expect(atMia.fromServer).not.toContainEqual(expect.objectContaining({ type: 'mention' }));
    await Promise.all([atMia.stop(), atLee.stop()]);
  });

  test('are entries in the colleague’s activity feed, sent once for a request that is repeated', async () => {
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

  test('are of colleagues who were here in the last 30 days', async () => {
    const [mia, lee] = [await office.seen('Mia'), await office.seen('Lee')];
    const sessionId = await office.conversation();
    const colleagues = async (period: string) =>
      ColleaguesReply.parse((await mia.get(`/api/agent/colleagues?period=${period}`)).body).colleagues;
    office.clock.advance(29 * DAY_MS);
    expect(await colleagues('12h')).toEqual([]);
    expect(await colleagues('30d')).toMatchObject([{ oid: lee.oid, name: 'Lee' }]);
    expect((await add(mia, sessionId, '@Lee', [lee.oid])).status).toBe(200);
    office.clock.advance(DAY_MS);
    expect(await colleagues('30d')).toEqual([]);
    for (const oid of [lee.oid, randomUUID()]) {
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
