import { describe, expect } from 'vitest';
import { inRelease } from './support/bundle.ts';
import { violations } from '../support/browser/axe.ts';
import { onSite as it } from './support/with-sites.ts';
import { answerInTwo } from './support/turns.ts';

/** The requests until the panel is open. */
const OPENED = inRelease('panel.js').then((panel) => ['widget.js', panel, 'availability']);

describe('a conversation', () => {
  it('requests only the script until the visitor acts, and stores nothing', async ({ site }) => {
    const { page, open } = await site.visit({ attributes: 'data-suggestions="One?"' });
    await page.mouse.move(300, 300);
    const stored = () => page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    expect(await stored()).toEqual([0, 0, '']);
    expect(site.service.requests.map(({ path }) => path)).toEqual(['widget.js']);
    await open();
    await expect.poll(() => site.service.requests.map(({ path }) => path)).toEqual(await OPENED);
  });

  it('sends the page without its query, and the language', async ({ site }) => {
    const visit = await site.visit();
    await visit.page.goto(`${visit.page.url()}?token=secret#part`);
    await visit.open();
    await visit.ask('Hello');
    const { body, headers } = site.service.requests.find(({ path }) => path === 'chat/stream') ?? {};
    expect(body).toEqual({
      message: 'Hello',
      sessionId: site.service.theConversation().sessionId,
      clientMessageId: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
      pageUrl: visit.page.url().replace(/\?.*/, ''),
      locale: 'en-GB',
    });
    expect(headers).toMatchObject({ origin: site.origin });
    expect(headers?.cookie).toBeUndefined();
  });

  it('sends no language if the browser has none, and only the beginning of a long address', async ({
    site,
  }) => {
    const visit = await site.visit();
    // WebKitGTK says so where the system has no language.
    await visit.page.addInitScript("Object.defineProperty(navigator, 'language', { value: 'C' })");
    await visit.page.reload();
    await visit.page.evaluate((path) => history.replaceState(null, '', path), `/${'a'.repeat(2_100)}`);
    await visit.open();
    await visit.ask('Hello');
    const { body } = site.service.requests.at(-1) ?? {};
    expect(body).not.toHaveProperty('locale');
    expect(body).toHaveProperty('pageUrl', `${site.origin}/${'a'.repeat(2_000)}`.slice(0, 2_000));
  });

  it('begins with a suggested question', async ({ site }) => {
    const visit = await site.opened({
      attributes: 'data-greeting="Good day" data-suggestions="What does it cost?|And?"',
    });
    await visit.panel.getByText('Good day').waitFor();
    await visit.button('What does it cost?').click();
    await visit.log.getByText('You said: What does it cost?').waitFor();
    await expect.poll(() => visit.button('And?').isVisible()).toBe(false);
  });

  it('can start with a request for a person', async ({ site }) => {
    const visit = await site.opened();
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join').waitFor();
    expect(
      site.service
        .theConversation()
        .session.messages.map(({ role, content }) => `${role}: ${content}`)
        .slice(0, 1),
    ).toEqual(['visitor: Talk to a person']);
    await expect.poll(() => visit.button('Talk to a person').isVisible()).toBe(false);
  });

  it('shows a streamed answer with its sources and accepts a rating', async ({ site }) => {
    const rest = ' and the last.\n\nSee not [3] but [1].\n\n| Size | Price |\n|---|--:|\n| **S** | 79 |';
    const { finish } = answerInTwo(site.service, ['The **first** part', rest], {
      sources: [
        { title: 'Prices', url: 'https://acme.test/prices' },
        { title: 'Terms', url: 'javascript:alert(1)' },
      ],
    });
    const visit = await site.opened();
    await visit.send('Tell me');
    await visit.panel.getByText('The first part', { exact: true }).waitFor();
    await expect.poll(() => visit.log.getByText('The first part').count()).toBe(0);
    finish();
    const answer = visit.log.locator('.assistant');
    await answer.getByText('The first part and the last.').waitFor();
    await expect.poll(() => answer.locator('p > strong').textContent()).toBe('first');
    await expect.poll(() => answer.locator('td').allTextContents()).toEqual([' S ', ' 79 ']);
    await expect.poll(() => answer.getByRole('link').count()).toBe(0);
    const sources = answer.getByRole('group', { name: 'Sources' }).getByRole('button');
    await expect.poll(() => sources.allTextContents()).toEqual(['1Prices', '2Terms']);

    site.service.people.passages = { Prices: 'From **79** euros.' };
    const marker = answer.getByRole('button', { name: '1', exact: true });
    await marker.click();
    const sheet = visit.panel.getByRole('dialog', { name: 'Prices' });
    await sheet.getByText('From 79 euros.').waitFor();
    await expect
      .poll(() => sheet.getByRole('link', { name: 'Open page' }).getAttribute('href'))
      .toBe('https://acme.test/prices');
    expect(await sheet.getByRole('button', { name: 'Close' }).evaluate((one) => one.matches(':focus'))).toBe(
      true,
    );
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await visit.page.keyboard.press('Escape');
    await expect.poll(() => marker.evaluate((one) => one.matches(':focus'))).toBe(true);
    await expect.poll(() => sheet.isVisible()).toBe(false);
    await sources.last().click();
    const other = visit.panel.getByRole('dialog', { name: 'Terms' });
    await other.getByText('This text is not available.').waitFor();
    await expect.poll(() => other.getByRole('link').count()).toBe(0);
    await other.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => sources.last().evaluate((one) => one.matches(':focus'))).toBe(true);
    await visit.button('Helpful').first().click();
    await expect.poll(() => site.service.theConversation().session.messages[1]?.rating).toBe('up');
    await expect.poll(() => visit.button('Helpful').first().getAttribute('aria-pressed')).toBe('true');
    await visit.button('Helpful').first().click();
    await expect.poll(() => site.service.theConversation().session.messages[1]?.rating).toBeUndefined();
  });

  it('shows below an answer that a source could not be loaded, and opens it at the next click', async ({
    site,
  }) => {
    site.service.setAnswer(() => ['See [1].'], { sources: [{ title: 'Prices' }] });
    site.service.people.passages = { Prices: 'From 79 euros.' };
    const visit = await site.opened();
    const path = await inRelease('conversations.js');
    site.service.fault(path, (_request, response) => void response.writeHead(503).end());
    await visit.send('Tell me');
    const source = visit.log.getByRole('group', { name: 'Sources' }).getByRole('button');
    await source.click();
    await visit.log.getByText('This could not be loaded. Try again.').waitFor();
    site.service.fault(path, undefined);
    await source.click();
    await visit.panel.getByText('From 79 euros.').waitFor();
    await expect
      .poll(() => visit.log.getByText('This could not be loaded. Try again.').isVisible())
      .toBe(false);
  });

  it('can stop an answer, and shows the whole answer once the service has it', async ({ site }) => {
    const { finish } = answerInTwo(site.service, ['So far', ' so good']);
    const visit = await site.opened();
    await visit.send('Tell me');
    await visit.panel.getByText('So far').waitFor();
    // Right after the sending, a click is the second one of a double click. A button that is gone gets none.
    await expect
      .poll(async () => {
        await visit.button('Stop').evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
        return await visit.panel.getByText('Stopped').count();
      })
      .toBe(1);
    site.service.setAnswer(() => ['Second']);
    await visit.send('Next');
    await visit.log.getByText('Second').waitFor();
    finish();
    await visit.log.getByText('So far so good').waitFor();
    await expect.poll(() => visit.panel.getByText('Stopped').count()).toBe(0);
  });

  it('can be downloaded, copied, and ended', async ({ site }) => {
    const visit = await site.conversation();
    await visit.panel.locator('summary').click();
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.button('Download transcript').click(),
    ]);
    const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    expect(text).toMatch(/^Chat\n\nYou, .+\nHello\n\nAI assistant, .+\nYou said: Hello$/);
    await site.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.button('Copy transcript').click();
    await visit.button('Copy transcript ✓').waitFor();
    expect(await visit.launcher.evaluate((one: HTMLButtonElement) => one.accessKey)).toBe('c');
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await visit.button('End conversation').click();
    await visit.button('End conversation').click();
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    await visit.send('Again');
    await visit.log.getByText('You said: Again').waitFor();
    expect(site.service.sessions.size).toBe(2);
  });
});
