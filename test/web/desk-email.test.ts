import { expect, test } from 'vitest';
import { startSmtp } from '../fakes/smtp-server.ts';
import { violations } from '../support/browser/axe.ts';
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
