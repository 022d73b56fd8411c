import { expect, test } from 'vitest';
import type { EmailCheck } from '../../src/conversations/rules/session-emails.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { violations } from '../support/browser/axe.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const smtp = sharedFixture(() => startSmtp());
const office = sharedFixture(() =>
  startOffice({ settings: { SMTP_URL: smtp.url, EMAIL_FROM: 'chat@shop.example' } }),
);

test.each([1440, 390])(
  'the composer shows whether a reply is also sent by e-mail, at %i px',
  async (width) => {
    const lee = await office.agent('Lee Okafor', { viewport: { width, height: 844 } });
    const visitor = await office.visitor();
    const sessionId = await visitor.askForPerson('Is anybody there?');
    await lee.claim(sessionId);
    const route = lee.page.locator('.reply-route');
    await expect.poll(() => route.innerText()).toContain('On the page now');
    expect(await violations(lee.page)).toEqual([]);
    await visitor.page.goto('about:blank');
    // Each time that the page is shown again, the desk asks whether the visitor is there.
    const shown = async () => {
      await lee.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return await route.innerText();
    };
    await expect
      .poll(shown, { timeout: 20_000, interval: 500 })
      .toMatch(/^Left .*no address: ask for one when they return$/);
    await lee.say('Come back soon.');
    await lee.thread.getByText('Sent', { exact: true }).waitFor();
    expect(lee.complaints).toEqual([]);
    await lee.context.close();
  },
);

test('an e-mail that fails after acceptance is shown with its reason, without a reload', async () => {
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
  await lee.page.getByText('will be e-mailed to vera@example.com').waitFor();
  await lee.say('Yes, we do.');
  const sent = lee.page.getByRole('region', { name: 'E-mails' });
  await sent.getByText('Sent', { exact: true }).waitFor();
  state.check = { state: 'failed', code: 'recipient-suppressed' };
  clock.advance(2 * 60_000);
  await later.service.services.notifications.deliverDue();
  // The confirmation of the message came back, too.
  const reason = 'Not delivered. The e-mail service no longer sends to this address';
  await sent.getByText(reason).first().waitFor();
  expect(await violations(lee.page)).toEqual([]);
  await later.close();
});
