import { expect, test } from 'vitest';
import type { EmailCheck } from '../../src/conversations/rules/session-emails.ts';
import { IdentitySecretReply } from '../../src/widgets/wire/widgets.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { violations } from '../support/browser/axe.ts';
import { createWidget } from '../support/clients/registered-widgets.ts';
import { askToken, say, withToken } from '../support/clients/visitor.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { SHOP_LOGIN, shopLogin } from '../support/ports/identity-tokens.ts';
import { startOffice } from './support/office.ts';

const smtp = sharedFixture(() => startSmtp());
const settings = () => ({ SMTP_URL: smtp.url, EMAIL_FROM: 'chat@shop.example' });
const office = sharedFixture(() => startOffice({ settings: settings() }));

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

/** A shop, and a visitor whom it identifies with an address: they asked for a person, and left. */
async function signedInVisitor() {
  const clock = movedClock();
  const shop = await startOffice({ clock, settings: settings() });
  const { service } = shop;
  const widgetId = await createWidget(service, { siteLogin: { issuer: SHOP_LOGIN } });
  const created = await service.post(`/api/widgets/${widgetId}/identity-secrets`, {});
  const { secret } = IdentitySecretReply.parse(await created.json());
  const identity = await shopLogin({ clock, widgetId }).bySecret(secret);
  const visitor = await askToken(service, widgetId, { identity });
  const { sessionId } = visitor;
  await say(service, visitor, { message: 'Do you ship?' });
  await service.post('/api/handoff', { sessionId }, withToken(visitor));
  return { shop, clock, sessionId };
}

test.each([1440, 390])(
  'the composer says that a reply to a verified address is e-mailed, and the row whether it was, at %i px',
  async (width) => {
    const { shop, clock, sessionId } = await signedInVisitor();
    const lee = await shop.agent('Lee Okafor', { viewport: { width, height: 844 } });
    await lee.claim(sessionId);
    await lee.page.getByText('will be e-mailed to zoe@shop.example').waitFor();
    await lee.say('Yes, we do.');
    await lee.thread.getByText('E-mailed to zoe@shop.example', { exact: true }).waitFor();
    await lee.say('Is Monday fine?');
    await lee.thread.getByText('Waiting to be e-mailed to zoe@shop.example').waitFor();
    const row = lee.row(sessionId);
    if (width < 760) await lee.page.getByRole('link', { name: 'Back' }).click();
    await row.getByText('Waiting to be e-mailed').waitFor();
    await expect.poll(() => row.innerText()).toContain('Is Monday fine?');
    expect(await violations(lee.page)).toEqual([]);
    clock.advance(3 * 60_000);
    await shop.service.services.notifications.deliverDue();
    await row.getByText('Sent', { exact: true }).waitFor();
    expect(smtp.accepted.splice(0).map(({ to }) => to)).toEqual([['zoe@shop.example'], ['zoe@shop.example']]);
    expect(lee.complaints).toEqual([]);
    await shop.close();
  },
);

test('a reply that reopens a closed conversation is e-mailed to a visitor who has left', async () => {
  const { shop, sessionId } = await signedInVisitor();
  const lee = await shop.agent('Lee Okafor', { viewport: { width: 1440, height: 900 } });
  await lee.claim(sessionId);
  const { claimedBy: oid = '', claimedByName: name = '' } = await shop.service.session(sessionId);
  await shop.service.services.agentDesk.close(sessionId, { oid, name });
  await lee.page.getByText('This conversation is closed. A reply reopens it.').waitFor();
  await lee.page.getByText('will be e-mailed to zoe@shop.example').waitFor();
  expect(await violations(lee.page)).toEqual([]);
  await lee.field.fill('We ship today.');
  await lee.button('Reopen and send').click();
  await lee.thread.getByText('E-mailed to zoe@shop.example', { exact: true }).waitFor();
  expect(smtp.accepted.splice(0).map(({ to }) => to)).toEqual([['zoe@shop.example']]);
  expect(lee.complaints).toEqual([]);
  await shop.close();
});

test('an e-mail that fails after acceptance is shown with its reason, without a reload', async () => {
  const clock = movedClock();
  const state: { check: EmailCheck } = { check: { state: 'pending' } };
  const later = await startOffice({
    clock,
    settings: settings(),
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
  // The confirmation of the message, and the answer.
  await expect.poll(() => sent.getByText('Sent', { exact: true }).count()).toBe(2);
  state.check = { state: 'failed', code: 'recipient-suppressed' };
  clock.advance(2 * 60_000);
  await later.service.services.notifications.deliverDue();
  // The confirmation of the message came back, too.
  const reason = 'Not delivered. The e-mail service no longer sends to this address';
  await sent.getByText(reason).first().waitFor();
  expect(await violations(lee.page)).toEqual([]);
  await later.close();
});
