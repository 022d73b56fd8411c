import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { AgentSessionsReply, SnoozeReply } from '../../src/desk/wire/agent.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { DAY_MS, HOUR_MS, startAgentService } from '../support/service/agent-service.ts';

const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => desk.agent('Mia'));
const lee = sharedFixture(() => desk.agent('Lee'));

let sessionId: string;
beforeEach(async () => {
  sessionId = await desk.conversation('human_requested');
  expect((await mia.post(at('claim'))).status).toBe(200);
});

const at = (part: string, id = sessionId) => `/api/agent/sessions/${id}/${part}`;
const ahead = (ms: number) => new Date(desk.clock.now() + ms).toISOString();
const snooze = (until: string, agent = mia) => agent.put(at('snooze'), { until });
const stored = async () => (await desk.service.session(sessionId)).snoozedUntil;

test('an agent can snooze a claimed conversation until a time, and can end the snooze', async () => {
  const until = ahead(HOUR_MS);
  const { status, body } = await snooze(until);
  expect(status).toBe(200);
  expect(SnoozeReply.parse(body).session).toMatchObject({ snoozedUntil: until, status: 'claimed' });
  const list = await lee.get(`/api/agent/sessions?status=claimed`);
  const { sessions } = AgentSessionsReply.parse(list.body);
  expect(sessions.find((one) => one.sessionId === sessionId)?.snoozedUntil).toBe(until);
  const ended = SnoozeReply.parse((await mia.delete(at('snooze'))).body);
  expect(ended.session).not.toHaveProperty('snoozedUntil');
  expect((await mia.delete(at('snooze'))).status).toBe(200);
});

test('the time of a snooze is stored in UTC', async () => {
  const day = ahead(2 * DAY_MS).slice(0, 10);
  expect((await snooze(`${day}T09:00:00+02:00`)).status).toBe(200);
  expect(await stored()).toBe(`${day}T07:00:00.000Z`);
});

test('a concurrent message is stored, and ends the snooze unless the snooze is written later', async () => {
  const [, said] = await Promise.all([
    snooze('message'),
    desk.visitor('/api/chat', { sessionId, message: 'Hello?' }),
  ]);
  expect(said.status).toBe(202);
  const { messageCount, snoozedUntil, updatedAt, lastMessageAt } = await desk.service.session(sessionId);
  expect(messageCount).toBe(4);
  if (snoozedUntil !== undefined) expect(updatedAt >= lastMessageAt).toBe(true);
});

test('a snooze is refused for other agents, other statuses and invalid times', async () => {
  expect(await snooze(ahead(HOUR_MS), lee)).toMatchObject(refusedWith(403, 'not-session-owner'));
  expect(await lee.delete(at('snooze'))).toMatchObject(refusedWith(403, 'not-session-owner'));
  for (const until of [ahead(-1), ahead(367 * DAY_MS), 'tomorrow', '']) {
    expect(await snooze(until)).toMatchObject({ status: 400, body: { issues: [{ path: 'until' }] } });
  }
  expect(await mia.put(at('snooze', randomUUID()), { until: 'message' })).toMatchObject(
    refusedWith(404, 'session-not-found'),
  );
  await mia.post(at('close'));
  expect(await snooze('message')).toMatchObject(refusedWith(409, 'session-closed'));
  sessionId = await desk.conversation('human_requested');
  expect(await snooze('message')).toMatchObject(refusedWith(403, 'not-session-owner'));
});
