import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EmailCheck } from '../../src/domain/email/session-emails.ts';
import type { Email, EmailResult } from '../../src/ports.ts';
import { AgentSessionReply } from '../../src/wire/agent.ts';
import { DeadLettersReply } from '../../src/wire/dead-letters.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const MINUTE_MS = 60_000;

/** A service that accepts each e-mail, and says later what became of it. */
function openSender() {
  const sent: Email[] = [];
  const asked: string[] = [];
  const state: { check: EmailCheck } = { check: { state: 'pending' } };
  return {
    ...{ sent, asked, state },
    sender: {
      send(email: Email): Promise<EmailResult> {
        sent.push(email);
        return Promise.resolve({ ok: true, operation: `operation-${sent.length}` });
      },
      check(operation: string) {
        asked.push(operation);
        return Promise.resolve(state.check);
      },
      removeAll: () => Promise.resolve(),
    },
    close: () => Promise.resolve(),
  };
}

const email = freshFixture(() => Promise.resolve(openSender()));
const desk = freshFixture(() =>
  startAgentService({
    settings: { PLAN_ID: 'growth', SMTP_URL: 'smtp://127.0.0.1:1', EMAIL_FROM: 'chat@shop.example' },
    emailSender: email.sender,
  }),
);
const mia = freshFixture(() => desk.agent('Mia'));

const path = (sessionId: string, rest = '') => `/api/agent/sessions/${sessionId}${rest}`;

/** A message that was left, and answered by e-mail. */
async function answered(): Promise<string> {
  const sessionId = randomUUID();
  const body = { sessionId, email: 'vera@example.com', message: 'Do you ship?', consent: true };
  expect(await desk.visitor('/api/contact', body)).toMatchObject({ status: 200 });
  await mia.post(path(sessionId, '/claim'));
  expect(await answer(sessionId)).toMatchObject({ status: 200 });
  await expect.poll(() => states(sessionId)).toEqual(['sent']);
  return sessionId;
}
const answer = (sessionId: string) => mia.post(path(sessionId, '/email'), { content: 'We do.' });

async function states(sessionId: string) {
  const { emails = [] } = AgentSessionReply.parse((await mia.get(path(sessionId))).body).session;
  return emails.map(({ state, failure }) => (failure ? `${state}: ${failure}` : state));
}

async function later(minutes: number): Promise<void> {
  desk.clock.advance(minutes * MINUTE_MS);
  await desk.service.services.notifications.deliverDue();
}

async function undelivered() {
  const reply = await desk.service.get('/api/notifications/dead-letters');
  return DeadLettersReply.parse(await reply.json()).deadLetters;
}

test('an e-mail that fails after it was accepted is shown as failed, and its address gets no further e-mail', async () => {
  const sessionId = await answered();
  await later(1.1);
  expect(await states(sessionId)).toEqual(['sent']);
  email.state.check = { state: 'failed', code: 'recipient-suppressed' };
  await later(10);
  expect(await states(sessionId)).toEqual(['failed: recipient-suppressed']);
  expect(email.asked).toEqual(['operation-1', 'operation-1']);
  await answer(sessionId);
  await expect
    .poll(() => states(sessionId))
    .toEqual(['failed: recipient-suppressed', 'failed: recipient-suppressed']);
  expect(email.sent).toHaveLength(1);
});

test('it is in the list of undelivered notifications, from where it is sent again', async () => {
  const sessionId = await answered();
  email.state.check = { state: 'failed', code: 'unavailable' };
  await later(1.1);
  const [letter] = await undelivered();
  expect(letter?.deliveries).toMatchObject([{ channel: 'email', step: 'check', failure: 'unavailable' }]);
  const again = { action: 'retry', sessionId, id: letter?.id };
  expect((await desk.service.post('/api/notifications/dead-letters', again)).status).toBeLessThan(300);
  await expect.poll(() => email.sent.length).toBe(2);
  await expect.poll(() => states(sessionId)).toEqual(['sent']);
  email.state.check = { state: 'sent' };
  await later(2);
  expect(email.asked.at(-1)).toBe('operation-2');
  expect(await undelivered()).toEqual([]);
});

test('an e-mail that has not failed after two days counts as sent', async () => {
  const sessionId = await answered();
  for (const hours of [0.1, 0.2, 0.5, 1, 6, 24, 24, 24]) await later(hours * 60);
  expect(email.asked).toHaveLength(7);
  expect(await states(sessionId)).toEqual(['sent']);
  expect(await undelivered()).toEqual([]);
});

test('a deletion of the conversation ends the questions about its e-mails', async () => {
  const sessionId = await answered();
  await fetch(`${desk.service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
  await later(2);
  expect(email.asked).toEqual([]);
});
