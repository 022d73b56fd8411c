import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  CannedRepliesReply,
  CannedReplyReply,
  ColleaguesReply,
  NoteReply,
  NotesReply,
} from '../../src/desk/wire/agent.ts';
import { HOUR_MS, startAgentService, type TestAgent } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

describe('the agents’ desk', () => {
  const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));
  beforeAll(async () => {
    await mia.get('/api/agent/me');
    await lee.get('/api/agent/me');
  });

  async function claimed(): Promise<string> {
    const sessionId = await desk.conversation();
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    return sessionId;
  }

  describe('colleagues', () => {
    const list = async (agent: TestAgent) =>
      ColleaguesReply.parse((await agent.get('/api/agent/colleagues')).body).colleagues;

    test('are all other agents who have signed in at least once', async () => {
      await expect.poll(() => list(mia)).toMatchObject([{ oid: lee.oid, name: 'Lee' }]);
      await expect.poll(() => list(lee)).toMatchObject([{ oid: mia.oid, name: 'Mia' }]);
      desk.clock.advance(90 * 24 * HOUR_MS);
      expect(await list(mia)).toMatchObject([{ oid: lee.oid }]);
      await lee.get('/api/agent/me');
      const isHere = async () =>
        Date.parse((await list(mia))[0]?.lastSeenAt ?? '') > desk.clock.now() - HOUR_MS;
      await expect.poll(isHere).toBe(true);
    });

    test('have a last-seen time that is updated at most every five minutes', async () => {
      const seenAt = async () => (await list(mia))[0]?.lastSeenAt;
      const before = await seenAt();
      desk.clock.advance(4 * 60_000);
      await lee.get('/api/agent/me');
      expect(await seenAt()).toBe(before);
      desk.clock.advance(60_000);
      await lee.get('/api/agent/me');
      await expect.poll(seenAt).not.toBe(before);
    });
  });

  describe('a transfer', () => {
    const transfer = (agent: TestAgent, sessionId: string, body: unknown) =>
      agent.post(`/api/agent/sessions/${sessionId}/transfer`, body);

    test('assigns the session to the colleague', async () => {
      const sessionId = await claimed();
      expect(await transfer(mia, sessionId, { oid: lee.oid })).toMatchObject({
        status: 200,
        body: { session: { status: 'claimed', claimedBy: lee.oid, claimedByName: 'Lee' } },
      });
      const say = (agent: TestAgent) =>
        agent.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Hi' });
      expect((await say(mia)).status).toBe(403);
      expect((await say(lee)).status).toBe(200);
    });

    test('is possible only from the agent who has claimed the session, to an agent who has signed in before', async () => {
      const sessionId = await claimed();
      expect(await transfer(lee, sessionId, { oid: lee.oid })).toMatchObject(
        refusedWith(403, 'not-session-owner'),
      );
      expect(await transfer(mia, sessionId, { oid: randomUUID() })).toMatchObject(
        refusedWith(404, 'colleague-not-found'),
      );
      expect((await transfer(mia, sessionId, {})).status).toBe(400);
      expect((await transfer(mia, randomUUID(), { oid: lee.oid })).body).toMatchObject({
        error: 'session-not-found',
      });
      await mia.post(`/api/agent/sessions/${sessionId}/close`);
      expect((await transfer(mia, sessionId, { oid: lee.oid })).body).toMatchObject({
        error: 'session-closed',
      });
    });
  });

  describe('private notes', () => {
    const add = (agent: TestAgent, sessionId: string, body: unknown) =>
      agent.post(`/api/agent/sessions/${sessionId}/notes`, body);
    const list = async (sessionId: string) =>
      NotesReply.parse((await mia.get(`/api/agent/sessions/${sessionId}/notes`)).body).notes;

    const change = (agent: TestAgent, sessionId: string, noteId: string, content: string) =>
      agent.put(`/api/agent/sessions/${sessionId}/notes/${noteId}`, { content });
    const remove = (agent: TestAgent, sessionId: string, noteId: string) =>
      agent.delete(`/api/agent/sessions/${sessionId}/notes/${noteId}`);
    const added = async (sessionId: string, content: string) =>
      NoteReply.parse((await add(mia, sessionId, { content })).body).note;

    test('can be edited by their author any number of times, and have the time of the edit', async () => {
      const sessionId = await desk.conversation();
      const note = await added(sessionId, 'Call them');
      desk.clock.advance(60_000);
      for (let times = 0; times < 2; times++) {
        const { body } = await change(mia, sessionId, note.id, 'Call her');
        expect(NoteReply.parse(body).note).toMatchObject({ id: note.id, createdAt: note.createdAt });
      }
      const [stored, ...others] = await list(sessionId);
      expect(others).toEqual([]);
      expect(stored).toMatchObject({ content: 'Call her' });
      expect(Date.parse(stored?.editedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(note.createdAt) + 60_000);
    });

    test('can be changed and removed only by their author', async () => {
      const sessionId = await desk.conversation();
      const note = await added(sessionId, 'Call them');
      expect(await change(lee, sessionId, note.id, 'No')).toMatchObject(refusedWith(403, 'not-note-author'));
      expect(await remove(lee, sessionId, note.id)).toMatchObject(refusedWith(403, 'not-note-author'));
      expect(await list(sessionId)).toEqual([note]);
      expect(await change(mia, sessionId, randomUUID(), 'No')).toMatchObject(refusedWith(404, 'not-found'));
    });

    test('stay removed even if they are edited concurrently', async () => {
      const sessionId = await desk.conversation();
      const note = await added(sessionId, 'Call them');
      await Promise.all([
        remove(mia, sessionId, note.id),
        change(mia, sessionId, note.id, 'Call her'),
        remove(mia, sessionId, note.id),
      ]);
      expect((await remove(mia, sessionId, note.id)).status).toBe(204);
      expect(await change(mia, sessionId, note.id, 'Again')).toMatchObject(refusedWith(404, 'not-found'));
      expect(await list(sessionId)).toEqual([]);
    });

    test('are listed for every agent in the order of writing, and leave no gap in the messages', async () => {
      const sessionId = await desk.conversation();
      const { status, body } = await add(mia, sessionId, { content: 'A regular customer' });
      expect(status).toBe(200);
      expect(NoteReply.parse(body).note.agent).toEqual({ oid: mia.oid, name: 'Mia' });
      desk.clock.advance(1000);
      await add(lee, sessionId, { content: 'Likes chamomile' });
      expect((await list(sessionId)).map(({ content, agent }) => [agent.name, content])).toEqual([
        ['Mia', 'A regular customer'],
        ['Lee', 'Likes chamomile'],
      ]);
      expect((await desk.service.session(sessionId)).messageCount).toBe(2);
    });

    test('are stored once for each clientNoteId, which another agent cannot use', async () => {
      const sessionId = await desk.conversation();
      const note = { content: 'Once', clientNoteId: randomUUID() };
      const answers = await Promise.all([1, 2, 3].map(() => add(mia, sessionId, note)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await list(sessionId)).toHaveLength(1);
      expect((await add(lee, sessionId, note)).status).toBe(400);
    });

    test('need an existing session and a text', async () => {
      expect(await add(mia, randomUUID(), { content: 'x' })).toMatchObject({ status: 404 });
      expect(await mia.get(`/api/agent/sessions/${randomUUID()}/notes`)).toMatchObject({ status: 404 });
      expect(await add(mia, await desk.conversation(), { content: ' ' })).toMatchObject({ status: 400 });
    });

    test('are part of the transcript and are deleted with the session', async () => {
      const sessionId = await desk.conversation();
      await add(mia, sessionId, { content: 'For the file' });
      const transcript = await desk.service.get(`/api/sessions/${sessionId}/transcript`);
      expect(await transcript.json()).toMatchObject({ notes: [{ content: 'For the file' }] });
      const deleted = await fetch(`${desk.service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
      expect(deleted.status).toBe(204);
      expect(await desk.service.services.notes.list(sessionId)).toEqual([]);
    });
  });

  describe('canned replies', () => {
    const path = (id: string) => `/api/agent/canned-replies/${id}`;
    const list = async () =>
      CannedRepliesReply.parse((await mia.get('/api/agent/canned-replies')).body).cannedReplies;
    const save = async (id: string, body: unknown) => {
      const answered = await mia.put(path(id), body);
      expect(answered.status).toBe(200);
      return CannedReplyReply.parse(answered.body).cannedReply;
    };

    test('are created, changed and removed at the version that was read', async () => {
      const id = randomUUID();
      const made = await save(id, { title: 'Opening hours', content: 'Monday to Friday, 9 to 17.' });
      expect(made).toMatchObject({ id, title: 'Opening hours', updatedBy: 'Mia' });
      const changed = await save(id, { title: 'Hours', content: 'Every day.', version: made.version });
      expect(await list()).toEqual([changed]);
      expect(await mia.delete(`${path(id)}?version=${made.version}`)).toMatchObject(
        refusedWith(409, 'edit-conflict'),
      );
      for (let times = 0; times < 2; times++) {
        expect((await mia.delete(`${path(id)}?version=${changed.version}`)).status).toBe(204);
      }
      expect(await list()).toEqual([]);
    });

    test('are answered with 409 if another agent has changed them, and a repeated edit is accepted', async () => {
      const id = randomUUID();
      const made = await save(id, { title: 'A', content: 'One' });
      const edit = { title: 'A', content: 'Two', version: made.version };
      const changed = await save(id, edit);
      expect(await save(id, edit)).toEqual(changed);
      expect(await lee.put(path(id), { ...edit, content: 'Three' })).toMatchObject(
        refusedWith(409, 'edit-conflict'),
      );
      expect(await lee.put(path(id), { title: 'B', content: 'New' })).toMatchObject({ status: 409 });
      await mia.delete(`${path(id)}?version=${changed.version}`);
    });

    test('are listed in the order of their titles', async () => {
      const titles = ['Shipping', 'apology', 'Return'];
      for (const title of titles) await save(randomUUID(), { title, content: 'x' });
      expect((await list()).map(({ title }) => title)).toEqual(['apology', 'Return', 'Shipping']);
    });

    test.each([
      [{ content: 'no title' }],
      [{ title: 'no content' }],
      [{ title: 'x'.repeat(81), content: 'x' }],
      [{ title: 'x', content: 'x'.repeat(4001) }],
      [{ title: 'x', content: ' \n ' }],
      [{ title: 'x', content: 'Hello {{visitor.nmae}}' }],
    ])('are refused with 400: %j', async (body) => {
      expect((await mia.put(path(randomUUID()), body)).status).toBe(400);
    });
  });
});
