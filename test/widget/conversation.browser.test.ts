import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/chromium.ts';
import { startSite, type Site } from './support/site.ts';

let browser: Browser;
let site: Site;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await startSite(browser);
});
afterEach(() => site.stop());

describe('a conversation', () => {
  it('is sent, answered as it comes, kept over a reload, handed to a person and answered by them', async () => {
    const visit = await site.visit({ attributes: 'data-title="Acme help"' });
    await visit.open();
    await visit.send('Where is my order?');
    await visit.log.getByText('You said: Where is my order?').waitFor();
    expect(site.service.requests.map(({ path }) => path)).toEqual(['widget.js', 'chat/stream']);

    await visit.page.reload();
    await visit.log.getByText('You said: Where is my order?').waitFor();

    await visit.button('Talk to a person').click();
    await visit.log.getByText('You asked for a person').waitFor();
    await expect.poll(() => site.service.sockets()).toBe(1);
    site.service.claim('Mia Berg');
    await visit.panel.getByText('Mia Berg', { exact: true }).waitFor();
    await visit.send('It is late');
    await visit.panel.getByText('A person will answer here.', { exact: true }).waitFor();
    site.service.say('It arrives today');
    await visit.log.getByText('It arrives today').waitFor();
    expect(visit.errors).toEqual([]);
  });

  it('tells a failure in words and sends again, once', async () => {
    const visit = await site.visit();
    await visit.open();
    site.service.fault(
      'chat/stream',
      (_request, response) => void response.writeHead(503).end('<h1>oops</h1>'),
    );
    await visit.send('Hello');
    await visit.panel.getByText('This did not get through.').waitFor();
    site.service.fault('chat/stream', undefined);
    await visit.button('Try again').click();
    await visit.log.getByText('You said: Hello').waitFor();
    expect(site.service.only().session.messages.map(({ content }) => content)).toEqual([
      'Hello',
      'You said: Hello',
    ]);
  });
});
