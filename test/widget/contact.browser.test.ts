import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import type { FakeService } from './support/fake-service.ts';
import type { Visit } from './support/site.ts';
import { WIDGETS } from './support/with-sites.ts';

const AWAY = { status: 'away' };

/** The visitor has asked a question, and for a person while none is there. */
async function waiting<T extends Visit>(site: { service: FakeService; visit(): Promise<T> }): Promise<T> {
  site.service.people.availability = AWAY;
  const visit = await site.visit();
  await visit.open();
  await visit.ask('Where is my order?');
  await visit.button('Talk to a person').click();
  await form(visit).waitFor();
  return visit;
}

const form = (visit: Visit) => visit.panel.locator('form.card').first();
const reach = (visit: Visit) => visit.panel.getByLabel('E-mail or phone');
const question = (visit: Visit) => visit.panel.getByLabel('Your question');
const consent = (visit: Visit) => visit.panel.getByRole('checkbox');
const contactsAt = ({ requests }: FakeService) => requests.filter(({ path }) => path === 'contact');

describe.each(WIDGETS)('the form to leave a message in %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('appears with the question if no one is available, and the answer appears in the conversation', async () => {
    const site = await startSite();
    const visit = await waiting(site);
    const { page, panel } = visit;
    await form(visit).getByText('Our team is away right now').waitFor();
    await panel.getByText('Leave this page open or come back; your answer will be here.').waitFor();
    await expect.poll(() => question(visit).inputValue()).toBe('Where is my order?');
    expect(await violations(page, { include: ['chat-widget'] })).toEqual([]);
    await question(visit).fill('Where is my order 4711?');
    await reach(visit).fill('mia@example.com');
    await panel.getByLabel('Name (optional)').fill('Mia');
    await consent(visit).check();
    await page.keyboard.press('Enter');
    const stored = panel.getByText('We have your message.');
    await stored.waitFor();
    await expect.poll(() => stored.evaluate((one) => one.matches(':focus'))).toBe(true);
    const { sessionId, session } = site.service.theConversation();
    expect(site.service.people.contacts).toEqual([
      { sessionId, email: 'mia@example.com', phone: undefined, name: 'Mia' },
    ]);
    expect(session.messages.filter(({ role }) => role === 'visitor').map(({ content }) => content)).toEqual([
      'Where is my order?',
      'Where is my order 4711?',
    ]);
    await visit.log.getByText('Where is my order 4711?').waitFor();
    await page.reload();
    await panel.waitFor();
    await panel.getByText('We have your message.').waitFor();
    site.service.claim('Mia Berg');
    site.service.say('It is on its way.');
    await visit.log.getByText('It is on its way.').waitFor();
    await expect.poll(() => panel.getByText('We have your message.').count()).toBe(0);
  });

  it('says that the answer comes by e-mail, and to which address, if the service sends e-mails', async () => {
    const site = await startSite();
    const visit = await waiting({
      service: site.service,
      visit: () => {
        site.service.people.availability = { ...AWAY, email: true };
        return site.visit();
      },
    });
    await reach(visit).fill('mia@example.com');
    await consent(visit).check();
    await visit.button('Leave message').click();
    await visit.panel.getByText('we send it to mia@example.com.').waitFor();
    await visit.page.reload();
    await visit.panel.getByText('Come back at any time; your answer will be here.').waitFor();
  });

  it('shows an error at its field, also one of the service, and a second try stores no second question', async () => {
    const site = await startSite();
    const visit = await waiting(site);
    const send = () => visit.button('Leave message').click();
    const described = async () => {
      const id = await reach(visit).getAttribute('aria-describedby');
      return id === null ? undefined : await visit.panel.locator(`#${id}`).textContent();
    };
    await question(visit).fill('');
    await send();
    await form(visit).getByText('Write your question.').waitFor();
    const border = (field: Locator) => field.evaluate((one) => getComputedStyle(one).borderColor);
    const color = (text: string) =>
      form(visit)
        .getByText(text)
        .evaluate((one) => getComputedStyle(one).color);
    expect(await border(question(visit))).toBe(await color('Write your question.'));
    expect(await border(reach(visit))).toBe(await color('Enter an e-mail address or a phone number.'));
    expect(await question(visit).evaluate((one) => one.matches(':focus'))).toBe(true);
    await question(visit).fill('When do you open?');
    await consent(visit).check();
    for (const [typed, sentence] of [
      ['', 'Enter an e-mail address or a phone number.'],
      ['mia', 'This is neither an e-mail address nor a phone number.'],
      // The widget lets this pass, the service does not.
      ['mia@example..com', 'This is neither an e-mail address nor a phone number.'],
    ] as const) {
      await reach(visit).fill(typed);
      await send();
      await expect.poll(described).toBe(sentence);
      await expect.poll(() => reach(visit).evaluate((one) => one.matches(':focus'))).toBe(true);
    }
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await reach(visit).fill('+49 30 1234567');
    await expect.poll(() => described()).toBe('');
    await expect.poll(() => reach(visit).getAttribute('aria-invalid')).toBe('false');
    site.service.fault('contact', (_request, response) => void response.writeHead(500).end());
    await send();
    await form(visit).getByRole('alert').getByText('Your message was not sent.').waitFor();
    site.service.fault('contact', undefined);
    await send();
    await visit.panel.getByText('We have your message.').waitFor();
    expect(site.service.people.contacts).toMatchObject([{ phone: '+49 30 1234567' }]);
    const ids = contactsAt(site.service).map(
      ({ body }) => JSON.stringify(body).match(/"clientMessageId":"([^"]+)/)?.[1],
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('keeps the question when the panel is closed or reloaded, and stores the address nowhere', async () => {
    const site = await startSite();
    const visit = await waiting(site);
    await question(visit).fill('Half a question');
    await reach(visit).fill('mia@example.com');
    await visit.button('Close').click();
    await visit.open();
    await expect.poll(() => reach(visit).inputValue()).toBe('mia@example.com');
    const frame = visit.page.frames().at(-1);
    const kept = await frame?.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).toContain('Half a question');
    expect(kept).not.toContain('mia@example.com');
    await visit.page.reload();
    await visit.panel.waitFor();
    await form(visit).waitFor();
    await expect.poll(() => question(visit).inputValue()).toBe('Half a question');
    await expect.poll(() => reach(visit).inputValue()).toBe('');
  });

  it('stays once the visitor types in it, and its question moves to the composer if an agent comes first', async () => {
    const site = await startSite();
    const visit = await waiting(site);
    await question(visit).fill('Half a question');
    site.service.people.availability = { status: 'available' };
    await visit.page.reload();
    await visit.panel.waitFor();
    await visit.panel.locator('summary').waitFor();
    await expect.poll(() => question(visit).inputValue()).toBe('Half a question');
    site.service.claim('Mia Berg');
    await expect.poll(() => form(visit).count()).toBe(0);
    await expect.poll(() => visit.input.inputValue()).toBe('Half a question');
    await visit.button('Send').click();
    await visit.log.getByText('Half a question').waitFor();
  });

  it('has the question after a reload, even if the visitor has not typed in it', async () => {
    const site = await startSite();
    const visit = await waiting(site);
    await visit.page.reload();
    await visit.panel.waitFor();
    await form(visit).waitFor();
    await expect.poll(() => question(visit).inputValue()).toBe('Where is my order?');
  });

  it('appears after three minutes without an answer, even if agents are available', async () => {
    const site = await startSite();
    site.service.people.availability = { status: 'available' };
    const visit = await site.conversation();
    await visit.page.clock.install();
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await visit.panel.getByText('A person is available').waitFor();
    await expect.poll(() => form(visit).isVisible()).toBe(false);
    await visit.page.clock.runFor(181_000);
    await form(visit).getByText('No answer yet').waitFor();
  });
});
