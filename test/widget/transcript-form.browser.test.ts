import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { onRegisteredSite, WIDGETS } from './support/with-sites.ts';

describe.each(WIDGETS)('the transcript by e-mail in %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('is sent to an address that the visitor types and confirms', async () => {
    const { service, visit: go } = await startSite();
    service.people.availability = { status: 'available', email: true };
    const visit = await go();
    await visit.open();
    await visit.ask('Hello');
    await visit.panel.locator('summary').click();
    await visit.button('E-mail transcript').click();
    const page = visit.panel.getByRole('region', { name: 'E-mail transcript' });
    const field = page.getByLabel('E-mail address');
    await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    for (const typed of ['', 'mia@']) {
      await field.fill(typed);
      await field.press('Enter');
      await page.getByText('Enter an e-mail address.').waitFor();
    }
    await field.fill('mia@example.com');
    service.fault('transcript', (_request, response) => void response.writeHead(500).end('{}'));
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('alert').getByText('We do not know whether your request was sent.').waitFor();
    service.fault('transcript', undefined);
    await page.getByRole('button', { name: 'Send link' }).click();
    const done = page.getByText('We have sent a link to your address.');
    await expect.poll(() => done.evaluate((one) => one.matches(':focus'))).toBe(true);
    const { sessionId } = service.theConversation();
    expect(service.people.transcripts).toEqual([{ sessionId, email: 'mia@example.com' }]);
    await visit.page.keyboard.press('Escape');
    await page.waitFor({ state: 'hidden' });
    await expect.poll(() => visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  it('is not offered if the service sends no e-mails or the conversation is empty', async () => {
    const { service, visit: go } = await startSite();
    const visit = await go();
    await visit.open();
    await visit.ask('Hello');
    await visit.panel.locator('summary').click();
    await visit.button('Download transcript').waitFor();
    await expect.poll(() => visit.button('E-mail transcript').isVisible()).toBe(false);
    service.people.availability = { status: 'available', email: true };
    await visit.page.evaluate('ChatWidget.reset()');
    await visit.page.reload();
    // The panel was open, so it opens again.
    await visit.input.waitFor();
    await visit.panel.locator('summary').click();
    await expect.poll(() => visit.button('E-mail transcript').isVisible()).toBe(false);
  });

  it('whose form cannot be loaded shows that in the menu, which stays open', async () => {
    const { service, visit: go } = await startSite();
    service.people.availability = { status: 'available', email: true };
    const visit = await go();
    await visit.page.route('**/conversations.js', (route) => route.abort());
    await visit.open();
    await visit.ask('Hello');
    await visit.panel.locator('summary').click();
    await visit.button('E-mail transcript').click();
    await visit.panel.getByText('This could not be loaded. Try again.').waitFor();
    await expect.poll(() => visit.button('E-mail transcript').isVisible()).toBe(true);
  });
});

onRegisteredSite(
  'a signed-in visitor is not asked for their name and their verified address',
  async ({ site }) => {
    site.registry.face = { ...site.registry.face, siteLogin: true };
    site.registry.email = 'zoe@example.com';
    site.service.people.availability = { status: 'away', email: true };
    const token = `x.${Buffer.from(JSON.stringify({ sub: 'zoe' })).toString('base64url')}.x`;
    const visit = await site.visit();
    await visit.page.evaluate(`void ChatWidget.identify(${JSON.stringify(token)})`);
    await visit.open();
    await visit.ask('Hello');
    await visit.button('Talk to a person').first().click();
    const reach = visit.panel.getByLabel('E-mail or phone');
    await reach.waitFor();
    await expect.poll(() => reach.inputValue()).toBe('zoe@example.com');
    await expect.poll(() => visit.panel.getByLabel('Name (optional)').inputValue()).toBe('zoe');
    await visit.panel.locator('summary').click();
    await visit.button('E-mail transcript').click();
    const page = visit.panel.getByRole('region', { name: 'E-mail transcript' });
    await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe('zoe@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The conversation is on its way to zoe@example.com').waitFor();
  },
);
