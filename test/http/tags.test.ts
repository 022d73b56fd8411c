import { beforeAll, describe, expect, test } from 'vitest';
import { AgentSearchReply } from '../../src/desk/wire/agent-search.ts';
import { AgentSessionsReply } from '../../src/desk/wire/agent.ts';
import { SessionsReply, Transcript } from '../../src/admin/wire/admin.ts';
import { ClosedChatsReply } from '../../src/admin/wire/closed-chats.ts';
import { AgentTagsReply, SessionTagReply, TagReply, TagsReply } from '../../src/conversations/wire/tags.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => desk.agent('Mia'));
const lee = sharedFixture(() => desk.agent('Lee'));
const admin = sharedFixture(() => registryAdmin(desk.service));

let made = 0;
/** A new tag; its name is unique. */
async function tag(name = `Tag ${(made += 1)}`) {
  const { status, body } = await admin.send('POST', 'tags', { name, color: 'teal' });
  expect(status).toBe(201);
  return TagReply.parse(body).tag;
}
const at = (sessionId: string, tagId: string) => `/api/agent/sessions/${sessionId}/tags/${tagId}`;
const add = (agent: typeof mia, sessionId: string, tagId: string) => agent.put(at(sessionId, tagId), {});

describe('admins', () => {
  test('create, rename, recolor and delete tags, which are listed by name', async () => {
    const refund = await tag('Refund');
    const bug = await tag('Bug');
    const names = async () =>
      TagsReply.parse((await admin.send('GET', 'tags')).body).tags.map(({ name }) => name);
    expect(await names()).toEqual(['Bug', 'Refund']);
    const renamed = await admin.send('PUT', `tags/${bug.id}`, { name: 'Zebra', color: 'red' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { tag: { id: bug.id, name: 'Zebra', color: 'red' } },
    });
    expect(await names()).toEqual(['Refund', 'Zebra']);
    expect((await admin.send('DELETE', `tags/${refund.id}`)).status).toBe(204);
    expect(await names()).toEqual(['Zebra']);
    expect(await admin.send('DELETE', `tags/${refund.id}`)).toMatchObject(refusedWith(404, 'tag-not-found'));
    expect(await admin.send('PUT', `tags/${refund.id}`, { name: 'Back', color: 'red' })).toMatchObject(
      refusedWith(404, 'tag-not-found'),
    );
  });

  test('cannot use a tag name twice, even concurrently', async () => {
    await tag('Delivery');
    const edit = { name: 'delivery', color: 'gray' };
    expect(await admin.send('POST', 'tags', edit)).toMatchObject(refusedWith(409, 'tag-name-taken'));
    const race = Array.from({ length: 5 }, () => admin.send('POST', 'tags', { name: 'Race', color: 'gray' }));
    const statuses = (await Promise.all(race)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  test('can change tags only at the version that was read', async () => {
    const { id } = await tag();
    const { etag } = TagsReply.parse((await admin.send('GET', 'tags')).body);
    await tag();
    const stale = { 'if-match': etag };
    const refused = refusedWith(412, 'precondition-failed');
    expect(await admin.send('PUT', `tags/${id}`, { name: 'Mine', color: 'red' }, stale)).toMatchObject(
      refused,
    );
    expect(await admin.send('POST', 'tags', { name: 'Mine', color: 'red' }, stale)).toMatchObject(refused);
    expect(await admin.send('DELETE', `tags/${id}`, undefined, stale)).toMatchObject(refused);
  });
});

describe('agents', () => {
  let sessionId: string;
  beforeAll(async () => {
    sessionId = await desk.conversation('human_requested', 'Where is my refund?');
    expect((await mia.post(`/api/agent/sessions/${sessionId}/claim`)).status).toBe(200);
  });

  test('can list the tags', async () => {
    const { id } = await tag();
    const listed = AgentTagsReply.parse((await mia.get('/api/agent/tags')).body);
    expect(listed.tags.some((one) => one.id === id)).toBe(true);
  });

  test('can tag any conversation, also one of another agent and a closed one', async () => {
    const [first, second] = [await tag(), await tag()];
    const added = await add(lee, sessionId, first.id);
    expect(SessionTagReply.parse(added.body).session.tagIds).toEqual([first.id]);
    expect((await add(lee, sessionId, first.id)).status).toBe(200);
    expect((await add(mia, sessionId, second.id)).body).toMatchObject({
      session: { tagIds: [first.id, second.id], status: 'claimed', claimedBy: mia.oid },
    });
    const removed = await lee.delete(at(sessionId, first.id));
    expect(SessionTagReply.parse(removed.body).session.tagIds).toEqual([second.id]);
    expect((await lee.delete(at(sessionId, first.id))).status).toBe(200);
    const closed = await desk.conversation('human_requested');
    await mia.post(`/api/agent/sessions/${closed}/claim`);
    await mia.post(`/api/agent/sessions/${closed}/close`);
    expect(await add(lee, closed, second.id)).toMatchObject({
      status: 200,
      body: { session: { status: 'closed' } },
    });
    await lee.delete(at(sessionId, second.id));
  });

  test('can filter lists and search by tag', async () => {
    const { id } = await tag();
    const waiting = await desk.conversation('human_requested', 'A zebra ate my parcel');
    await desk.conversation('human_requested', 'Another zebra');
    await add(mia, waiting, id);
    const list = await mia.get(`/api/agent/sessions?tag=${id}&status=human_requested`);
    expect(AgentSessionsReply.parse(list.body).sessions.map((one) => one.sessionId)).toEqual([waiting]);
    for (const query of [`tag=${id}`, `q=zebra&tag=${id}`]) {
      const { results } = AgentSearchReply.parse((await mia.get(`/api/agent/search?${query}`)).body);
      expect(results.map(({ session }) => session.sessionId)).toEqual([waiting]);
    }
    const { sessions } = SessionsReply.parse((await admin.send('GET', `sessions?tag=${id}`)).body);
    expect(sessions.map((one) => [one.sessionId, one.tagIds])).toEqual([[waiting, [id]]]);
    expect((await mia.get('/api/agent/sessions?tag=vip')).status).toBe(400);
    expect((await admin.send('GET', 'sessions?tag=vip')).status).toBe(400);
  });
});

describe('reports and exports', () => {
  test('include the tags of a closed conversation, also deleted ones', async () => {
    const [formula, gone] = [await tag('=cmd|calc'), await tag('Spring sale')];
    const sessionId = await desk.conversation('human_requested');
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    for (const { id } of [formula, gone]) await add(mia, sessionId, id);
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    const transcript = async () => await admin.send('GET', `sessions/${sessionId}/transcript`);
    const before = await transcript();
    expect(Transcript.parse(before.body)).toMatchObject({ tags: ['=cmd|calc', 'Spring sale'] });
    await admin.send('DELETE', `tags/${gone.id}`);
    const path = `/api/reports/closed-chats?tag=${gone.id}`;
    const { chats } = ClosedChatsReply.parse((await lee.get(path)).body);
    expect(chats).toMatchObject([{ sessionId, tags: ['=cmd|calc', 'Spring sale'] }]);
    const csv = await desk.service.get(`${path}&format=csv`, {
      authorization: `Bearer ${await lee.token()}`,
    });
    expect(await csv.text()).toContain(`"'=cmd|calc; Spring sale"`);
    expect(Transcript.parse((await transcript()).body).tags).toEqual(['=cmd|calc', 'Spring sale']);
    await admin.send('PUT', `tags/${formula.id}`, { name: 'Calculator', color: 'gray' });
    const renamed = await transcript();
    expect(Transcript.parse(renamed.body).tags).toEqual(['Calculator', 'Spring sale']);
    expect(renamed.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const lines = (await (await desk.service.get('/api/sessions/export.ndjson')).text()).split('\n');
    expect(lines.find((line) => line.includes(sessionId))).toContain('"tags":["Calculator","Spring sale"]');
  });
});
