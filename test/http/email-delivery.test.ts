import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailbox, readMailbox } from '../../src/adapters/email/mailbox.ts';
import { AgentSessionReply } from '../../src/desk/wire/agent.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { readEmail } from '../support/email-text.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const ADDRESS = 'vera@example.com';
const MINUTE_MS = 60_000;

const smtp = freshFixture(() => startSmtp());
const settings = () => ({
  PLAN_ID: 'growth',
  SMTP_URL: smtp.url,
  EMAIL_FROM: 'chat@shop.example',
  EMAIL_REPLY_TO: 'answers@shop.example',
  EMAILS_PER_HOUR: '10',
});
const desk = freshFixture(() => startAgentService({ settings: settings() }));
const mia = freshFixture(() => desk.agent('Mia'));

async function leave(email = ADDRESS): Promise<string> {
  const sessionId = randomUUID();
  const body = { sessionId, email, message: 'Do you ship?', consent: true };
  expect(await desk.visitor('/api/contact', body)).toMatchObject({ status: 200 });
  await expect.poll(() => smtp.accepted.splice(0)).toHaveLength(1);
  await mia.post(path(sessionId, '/claim'));
  await desk.visitor('/api/seen', { sessionId, seq: 1 });
  return sessionId;
}
const path = (sessionId: string, rest = '') => `/api/agent/sessions/${sessionId}${rest}`;
const answer = (sessionId: string) =>
  mia.post(path(sessionId, '/message'), { content: 'We do.', byEmail: true });
const due = () => desk.service.services.notifications.deliverDue();
const sent = () => smtp.accepted.map(({ content }) => readEmail(content));

/** The states of a conversation's e-mails but the confirmation of the message, as the desk shows them. */
async function states(sessionId: string) {
  const { emails = [] } = AgentSessionReply.parse((await mia.get(path(sessionId))).body).session;
  return emails
    .filter(({ kind }) => kind !== 'received')
    .map(({ state, failure }) => (failure ? `${state}: ${failure}` : state));
}

test('an address that its server has refused gets no further e-mail, and the server is not asked again', async () => {
  const sessionId = await leave();
  smtp.fault = { at: 'rcpt', code: 550 };
  await answer(sessionId);
  await expect.poll(() => states(sessionId)).toEqual(['failed: recipient-refused']);
  smtp.fault = undefined;
  await answer(sessionId);
  await mia.post(path(sessionId, '/message'), { content: 'Hello?' });
  desk.clock.advance(3 * MINUTE_MS);
  await due();
  expect(await states(sessionId)).toEqual(['failed: recipient-refused']);
  expect(smtp.accepted).toEqual([]);
});

test('more e-mails in an hour than the setting allows wait for the next hour', async () => {
  const sessionId = await leave();
  // The confirmation of the message was the first of ten.
  for (let count = 0; count < 10; count++) {
    await answer(sessionId);
    await expect.poll(async () => (await states(sessionId)).at(-1)).not.toBe('waiting');
    desk.clock.advance(2.5 * MINUTE_MS);
  }
  const nine = Array.from({ length: 9 }, () => 'sent');
  expect(await states(sessionId)).toEqual([...nine, 'waiting: limit-reached']);
  desk.clock.advance(61 * MINUTE_MS);
  await due();
  expect(await states(sessionId)).toEqual([...nine, 'sent']);
});

test('a confirmation does not wait for an e-mail that is not due', async () => {
  const sessionId = await leave();
  await mia.post(path(sessionId, '/message'), { content: 'We ship on Monday.' });
  const asked = await desk.visitor('/api/transcript', { sessionId, email: 'other@example.org' });
  expect(asked.status).toBe(204);
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  expect(smtp.accepted).toMatchObject([{ to: ['other@example.org'] }]);
  expect(await states(sessionId)).toEqual(['waiting', 'sent']);
});

test('an answer does not wait for an earlier one that is tried again later', async () => {
  const sessionId = await leave();
  smtp.fault = { at: 'rcpt', code: 451 };
  await answer(sessionId);
  await expect.poll(() => states(sessionId)).toEqual(['waiting: throttled']);
  smtp.fault = undefined;
  await answer(sessionId);
  await expect.poll(() => states(sessionId)).toEqual(['waiting: throttled', 'sent']);
  desk.clock.advance(MINUTE_MS);
  await due();
  expect(await states(sessionId)).toEqual(['sent', 'sent']);
});

test('the e-mails of a conversation to the same address form a thread', async () => {
  const sessionId = await leave();
  await answer(sessionId);
  await expect.poll(() => states(sessionId)).toEqual(['sent']);
  desk.clock.advance(3 * MINUTE_MS);
  await answer(sessionId);
  await expect.poll(() => smtp.accepted).toHaveLength(2);
  const [first = '', second = ''] = sent().map(({ headers }) => headers);
  const id = /^Message-ID: (\S+)/m.exec(first)?.[1] ?? '';
  // The confirmation of the message is the first one of the thread.
  expect(first).toMatch(/^References: \S+\r?$/m);
  expect(second).toMatch(new RegExp(`^References: \\S+ ${id}\r?$`, 'm'));
  expect(second).toContain(`In-Reply-To: ${id}`);
});

test('a waiting e-mail is not sent after the visitor has stopped e-mails', async () => {
  const sessionId = await leave();
  await mia.post(path(sessionId, '/message'), { content: 'We ship on Monday.' });
  desk.clock.advance(3 * MINUTE_MS);
  await due();
  await mia.post(path(sessionId, '/message'), { content: 'Is that fine?' });
  expect(await states(sessionId)).toEqual(['sent', 'waiting']);
  const stop = /\/api\/email\/[^>\s]+/.exec(sent()[0]?.headers ?? '')?.[0] ?? '';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await desk.service.post(stop, 'List-Unsubscribe=One-Click', form)).status).toBe(200);
  desk.clock.advance(60 * MINUTE_MS);
  await due();
  expect(smtp.accepted).toHaveLength(1);
  expect(await states(sessionId)).toEqual(['sent', 'skipped']);
});

test('a transcript has its times in the time zone of the business hours', async () => {
  const saved = await fetch(`${desk.service.origin}/api/business-hours`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hours: { timeZone: 'Asia/Tokyo', weekly: [] } }),
  });
  expect(saved.status).toBe(200);
  const sessionId = await leave();
  await desk.visitor('/api/transcript', { sessionId, email: ADDRESS });
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  const confirm = /\/api\/email\/\S+/.exec(sent()[0]?.text ?? '')?.[0] ?? '';
  // The hour has two e-mails that visitors cause.
  desk.clock.advance(61 * MINUTE_MS);
  await desk.service.post(confirm, '', { 'content-type': 'application/x-www-form-urlencoded' });
  await expect.poll(() => smtp.accepted).toHaveLength(2);
  expect(sent()[1]?.text).toMatch(/^You \(.+, Asia\/Tokyo\):$/m);
});

test('deleting a conversation deletes only its own files in the local mailbox', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  const emailSender = mailbox({ dataDir, from: 'chat@shop.example', clock: realClock });
  const local = await startAgentService({ settings: settings(), emailSender });
  const lee = local.agent('Lee');
  const deleted = randomUUID();
  for (const [text, sessionId] of [
    ['To 0', deleted],
    ['To 1', randomUUID()],
  ] as const) {
    const body = { sessionId, email: ADDRESS, message: 'Do you ship?', consent: true };
    await local.visitor('/api/contact', body);
    await lee.post(path(sessionId, '/claim'));
    await lee.post(path(sessionId, '/message'), { content: text, byEmail: true });
  }
  const texts = async () =>
    (await readMailbox(dataDir)).flatMap(({ text }) => /To \d/.exec(text)?.[0] ?? []).toSorted();
  await expect.poll(texts).toEqual(['To 0', 'To 1']);
  await fetch(`${local.service.origin}/api/sessions/${deleted}`, { method: 'DELETE' });
  expect(await texts()).toEqual(['To 1']);
  await local.close();
  await rm(dataDir, { recursive: true });
});
