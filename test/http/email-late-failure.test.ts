import { expect, test } from 'vitest';
import type { EmailCheck } from '../../src/conversations/rules/session-emails.ts';
import type { Email, EmailResult } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { emailDesk, isConfirmation } from './support/email-desk.ts';

/** A service that accepts each e-mail, and says later what became of it. */
function openSender() {
  const sent: Email[] = [];
  const asked: string[] = [];
  const state: { check: EmailCheck } = { check: { state: 'pending' } };
  return {
    ...{ sent, asked, state },
    sender: {
      send(email: Email): Promise<EmailResult> {
        if (isConfirmation(email)) return Promise.resolve({ ok: true });
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

const { answer, answered, states, later, undelivered } = emailDesk(desk, mia);

test('an e-mail that fails after it was accepted is shown as failed, and its address gets no further e-mail', async () => {
  const sessionId = await answered();
  await later(1.1);
  expect(await states(sessionId)).toEqual(['sent']);
  email.state.check = { state: 'failed', code: 'recipient-suppressed' };
  await later(10);
  expect(await states(sessionId)).toEqual(['failed: recipient-suppressed']);
  expect(email.asked).toEqual(['operation-1', 'operation-1']);
  await answer(sessionId);
  expect(await states(sessionId)).toEqual(['failed: recipient-suppressed']);
  expect(email.sent).toHaveLength(1);
});

test('an e-mail that fails after it was accepted is listed as undelivered and can be sent again', async () => {
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

test('the state of e-mails is not queried after their conversation is deleted', async () => {
  const sessionId = await answered();
  await fetch(`${desk.service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
  await later(2);
  expect(email.asked).toEqual([]);
});
