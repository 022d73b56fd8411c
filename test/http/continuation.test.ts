import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { continuationIdOf } from '../../src/conversations/rules/ids.ts';
import { AgentMessageReply, AgentMessagesReply, NextReply } from '../../src/desk/wire/agent.ts';
import { Transcript } from '../../src/admin/wire/admin.ts';
import { ChatReply, MessagesReply } from '../../src/chat/wire/visitor.ts';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { after, begin } from '../support/stores/conversations.ts';

const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => desk.agent('Mia'));
const lee = sharedFixture(() => desk.agent('Lee'));

beforeEach(() => {
  desk.answerer.calls.length = 0;
});

/** A conversation that Mia has claimed, answered and closed. */
async function closed(): Promise<string> {
  const sessionId = await desk.conversation('human_requested', 'Where is my bike?');
  await mia.post(`/api/agent/sessions/${sessionId}/claim`);
  await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'On its way.' });
  expect((await mia.post(`/api/agent/sessions/${sessionId}/close`)).status).toBe(200);
  return sessionId;
}

async function read(sessionId: string, afterSeq = 0) {
  const response = await fetch(
    `${desk.service.origin}/api/messages?sessionId=${sessionId}&after=${afterSeq}`,
  );
  expect(response.status).toBe(200);
  return MessagesReply.parse(await response.json());
}

/** The id with which the visitor continues a closed conversation. */
async function continueAs(sessionId: string): Promise<string> {
  const { continueAs: id } = await read(sessionId);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  return id ?? '';
}

async function write(sessionId: string, continues: string, message = 'It has not arrived.') {
  const said = await desk.visitor('/api/chat', { message, sessionId, continues });
  expect(said.status).toBe(200);
  return ChatReply.parse(said.body);
}

const reopen = (agent: typeof mia, sessionId: string, content: string, id = randomUUID()) =>
  agent.post(`/api/agent/sessions/${sessionId}/message`, { content, clientMessageId: id, reopen: true });

test('a visitor’s message continues a closed conversation, and the thread is read as one', async () => {
  const before = await closed();
  const sessionId = await continueAs(before);
  const { status } = await write(sessionId, before);
  expect(status).toBe('open');
  const { messages, status: now } = await read(sessionId);
  expect(now).toBe('open');
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
  expect(messages.map(({ role, event, content }) => event ?? `${role}: ${content}`)).toEqual([
    'visitor: Where is my bike?',
    expect.stringMatching(/^assistant: /),
    'human-requested',
    'agent: On its way.',
    'continued',
    'visitor: It has not arrived.',
    expect.stringMatching(/^assistant: /),
  ]);
  expect(messages[4]?.closedAt).toMatch(/Z$/);
  expect((await read(sessionId, 5)).messages.map(({ seq }) => seq)).toEqual([6, 7]);
  await expect.poll(async () => (await read(before)).continuedBy).toBe(sessionId);
  const { body } = await mia.get(`/api/agent/sessions/${sessionId}/messages`);
  expect(AgentMessagesReply.parse(body).messages).toHaveLength(7);
});

test('the visitor gets the continuation of a closed conversation before its mark is stored', async () => {
  const before = randomUUID();
  const { conversations, close } = sqliteStore({ dataDir: desk.service.dataDir });
  const session = { status: 'closed', closedAt: after(0) } as const;
  await begin(conversations, 'Where is my bike?', { at: after(0), sessionId: before, session });
  const sessionId = continuationIdOf(before);
  const later = { earlier: [{ sessionId: before, toSeq: 1 }] };
  await begin(conversations, 'It has not arrived.', { at: after(1), sessionId, session: later });
  await close();
  expect(await read(before)).toMatchObject({ status: 'closed', continuedBy: sessionId });
});

test('the assistant gets the earlier messages as context in all turns', async () => {
  const before = await closed();
  const sessionId = await continueAs(before);
  await write(sessionId, before);
  const contents = () => desk.answerer.calls.at(-1)?.history.map(({ content }) => content);
  expect(contents()).toEqual(['Where is my bike?', expect.any(String), 'On its way.', 'It has not arrived.']);
  await desk.visitor('/api/chat', { message: 'And now?', sessionId });
  expect(contents()?.slice(0, 4)).toEqual([
    'Where is my bike?',
    expect.any(String),
    'On its way.',
    'It has not arrived.',
  ]);
});

test('a closed conversation refuses messages, and cannot be continued after its period', async () => {
  const before = await closed();
  const sessionId = await continueAs(before);
  expect(await desk.visitor('/api/chat', { message: 'Hi', sessionId: before })).toMatchObject(
    refusedWith(409, 'session-closed'),
  );
  desk.clock.advance(7 * DAY_MS - 60_000);
  expect((await read(before)).continueAs).toBe(sessionId);
  desk.clock.advance(60_000);
  expect((await read(before)).continueAs).toBeUndefined();
  expect(await desk.visitor('/api/chat', { message: 'Hi', sessionId, continues: before })).toMatchObject(
    refusedWith(409, 'session-closed'),
  );
  const open = await desk.conversation();
  expect(
    await desk.visitor('/api/chat', { message: 'Hi', sessionId: randomUUID(), continues: open }),
  ).toMatchObject(refusedWith(400, 'validation-failed'));
});

test('concurrent messages of two tabs and an agent start one continuation', async () => {
  const before = await closed();
  const sessionId = await continueAs(before);
  const [one, other, reply] = await Promise.all([
    desk.visitor('/api/chat', { message: 'From one tab', sessionId, continues: before }),
    desk.visitor('/api/chat', { message: 'From the other', sessionId, continues: before }),
    reopen(mia, before, 'One more thing'),
  ]);
  expect([200, 202]).toContain(one.status);
  expect([200, 202]).toContain(other.status);
  expect(reply.status).toBe(200);
  const { messages } = await read(sessionId);
  expect(messages.filter(({ event }) => event === 'continued')).toHaveLength(1);
  expect(messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['From one tab', 'From the other', 'One more thing']),
  );
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
});

test('an agent’s reply to a closed conversation starts one claimed continuation for its message id', async () => {
  const before = await closed();
  expect(await mia.post(`/api/agent/sessions/${before}/message`, { content: 'Hello again' })).toMatchObject(
    refusedWith(409, 'session-closed'),
  );
  const id = randomUUID();
  const first = AgentMessageReply.parse((await reopen(lee, before, 'Hello again', id)).body);
  expect(first.session).toMatchObject({
    status: 'claimed',
    claimedBy: lee.oid,
    continues: before,
    opening: 'Where is my bike?',
    formerAgent: { oid: mia.oid },
  });
  const again = AgentMessageReply.parse((await reopen(lee, before, 'Hello again', id)).body);
  expect(again.message).toEqual(first.message);
  expect(await reopen(mia, before, 'Me too')).toMatchObject(refusedWith(409, 'already-claimed'));
  const sessionId = first.session?.sessionId ?? '';
  await lee.post(`/api/agent/sessions/${sessionId}/close`);
  const late = AgentMessageReply.parse((await reopen(lee, before, 'Hello again', id)).body);
  expect(late.message).toEqual(first.message);
  expect((await read(sessionId)).messages.at(-1)?.content).toBe('Hello again');
});

test('the transcript of each session contains the whole thread', async () => {
  const before = await closed();
  const sessionId = await continueAs(before);
  await mia.post(`/api/agent/sessions/${before}/notes`, { content: 'Sent a parcel' });
  await write(sessionId, before);
  for (const id of [before, sessionId]) {
    const response = await fetch(`${desk.service.origin}/api/sessions/${id}/transcript`);
    const transcript = Transcript.parse(await response.json());
    expect(transcript).toMatchObject({ sessionId, continues: before, notes: [{ content: 'Sent a parcel' }] });
    expect(transcript.messages).toHaveLength(7);
    expect(transcript.usage).toHaveLength(2);
  }
});

test.each([0, 1])('deleting one session of a thread (%s) deletes the whole thread', async (which) => {
  const before = await closed();
  const sessionId = await continueAs(before);
  await write(sessionId, before);
  const path = `${desk.service.origin}/api/sessions/${[before, sessionId][which] ?? ''}`;
  expect((await fetch(path, { method: 'DELETE' })).status).toBe(204);
  for (const id of [before, sessionId]) {
    const response = await fetch(`${desk.service.origin}/api/messages?sessionId=${id}`);
    expect(response.status).toBe(404);
  }
});

test('a visitor who requests an agent is offered first to the agent of the thread, then to all agents', async () => {
  const before = await closed();
  const sessionId = await continueAs(before);
  await write(sessionId, before);
  await desk.visitor('/api/handoff', { sessionId });
  const next = async (agent: typeof mia) => NextReply.parse((await agent.post('/api/agent/next')).body);
  expect((await next(lee)).session).toBeUndefined();
  const taken = await next(mia);
  expect(taken.session).toMatchObject({ sessionId, formerAgent: { oid: mia.oid, name: mia.name } });
  await mia.post(`/api/agent/sessions/${sessionId}/release`);
  desk.clock.advance(6 * 60_000);
  expect((await next(lee)).session).toMatchObject({ sessionId });
});
