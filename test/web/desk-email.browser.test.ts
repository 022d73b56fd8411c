import { expect, test } from 'vitest';
import type { EmailCheck } from '../../src/domain/email/session-emails.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { violations } from '../support/browser/axe.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const smtp = sharedFixture(() => startSmtp());
const office = sharedFixture(() =>
  startOffice({ settings: { SMTP_URL: smtp.url, EMAIL_FROM: 'chat@shop.example' } }),
);
const mia = sharedFixture(() => office.agent('Mia Berg', { viewport: { width: 1440, height: 900 } }));

test('an agent answers a message that was left by e-mail, and sees that it was sent', async () => {
  const sessionId = crypto.randomUUID();
  const left = { sessionId, message: 'Do you ship?', email: 'vera@example.com', consent: true };
  expect((await office.service.post('/api/contact', left)).status).toBe(200);
  await mia.claim(sessionId);
  const about = mia.page.getByRole('region', { name: 'Message left' });
  await about.getByRole('button', { name: 'Reply by email' }).click();
  await about.getByLabel('Reply by email').fill('Yes, we do.');
  expect(await violations(mia.page)).toEqual([]);
  await about.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => smtp.accepted.map(({ to }) => to)).toEqual([['vera@example.com']]);
  const sent = mia.page.getByRole('region', { name: 'E-mails' });
  await expect.poll(() => sent.innerText()).toContain('Sent');
  await about.getByRole('button', { name: 'Mark as not answered' }).waitFor();
});

test('an e-mail that fails after it was accepted is shown with the reason, without a reload', async () => {
  const clock = movedClock();
  const state: { check: EmailCheck } = { check: { state: 'pending' } };
  const later = await startOffice({
    clock,
    settings: { SMTP_URL: smtp.url, EMAIL_FROM: 'chat@shop.example' },
    emailSender: {
      send: () => Promise.resolve({ ok: true, operation: 'operation-1' }),
      check: () => Promise.resolve(state.check),
      removeAll: () => Promise.resolve(),
    },
  });
  const sessionId = crypto.randomUUID();
  const left = { sessionId, message: 'Do you ship?', email: 'vera@example.com', consent: true };
  await later.service.post('/api/contact', left);
  const lee = await later.agent('Lee Okafor', { viewport: { width: 1440, height: 900 } });
  await lee.claim(sessionId);
  const about = lee.page.getByRole('region', { name: 'Message left' });
  await about.getByRole('button', { name: 'Reply by email' }).click();
  await about.getByLabel('Reply by email').fill('Yes, we do.');
  await about.getByRole('button', { name: 'Send' }).click();
  const sent = lee.page.getByRole('region', { name: 'E-mails' });
  await sent.getByText('Sent', { exact: true }).waitFor();
  state.check = { state: 'failed', code: 'recipient-suppressed' };
  clock.advance(2 * 60_000);
  await later.service.services.notifications.deliverDue();
  await sent.getByText('Not delivered. The e-mail service no longer sends to this address').waitFor();
  expect(await violations(lee.page)).toEqual([]);
  await later.close();
});
