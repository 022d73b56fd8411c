import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WIDGETS, withSites } from './support/with-sites.ts';

const hosts = (page: Page) => page.locator('chat-widget').count();

describe.each(WIDGETS)('%s on a page that replaces its document', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('is added once the page has loaded, at the end of the body, where frameworks keep it', async () => {
    const site = await startSite();
    let release = () => {};
    const visit = await (async () => {
      const page = await site.context.newPage();
      await page.route('**/slow.png', (route) => {
        release = () => void route.abort();
      });
      return page;
    })();
    await visit.goto(site.page({ body: '<img src="/slow.png">' }), { waitUntil: 'commit' });
    await visit.waitForFunction('window.ChatWidget?.version');
    await visit.waitForFunction('document.readyState === "interactive"');
    expect(await hosts(visit)).toBe(0);
    release();
    await expect.poll(() => hosts(visit)).toBe(1);
    expect(await visit.evaluate('document.body.lastElementChild.localName')).toBe('chat-widget');
  });

  it('returns with its draft if the <html> or body element is replaced', async () => {
    const site = await startSite();
    const visit = await site.visit();
    await visit.open();
    await visit.ask('Hello');
    await visit.page.evaluate(() => {
      const html = document.createElement('html');
      html.append(document.createElement('body'));
      document.documentElement.replaceWith(html);
    });
    await expect.poll(() => hosts(visit.page)).toBe(1);
    await visit.log.getByText('You said: Hello').waitFor();
    await visit.page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    await expect.poll(() => hosts(visit.page)).toBe(1);
    await visit.ask('Again');
  });
});

describe('a document that is opened again with document.open', () => {
  const startSite = withSites();

  it('gets the chat by its own tag, with the conversation', async () => {
    const site = await startSite();
    const visit = await site.conversation();
    const address = `${site.service.origin}/api/widget.js`;
    await visit.page.evaluate((its) => {
      document.open();
      const html = document.createElement('html');
      const script = document.createElement('script');
      script.src = its;
      html.append(document.createElement('head'), document.createElement('body'));
      document.append(html);
      document.head.append(script);
      document.close();
    }, address);
    await visit.log.getByText('You said: Hello').waitFor();
    expect(await hosts(visit.page)).toBe(1);
    await visit.ask('Still there?');
  });

  it('has no chat without a tag, and a call reports that on the console', async () => {
    const site = await startSite();
    const visit = await site.visit();
    const warnings: string[] = [];
    visit.page.on('console', (message) => warnings.push(message.text()));
    await visit.page.evaluate(() => {
      const { ChatWidget } = window;
      document.open();
      document.append(document.createElement('html'));
      document.close();
      Object.assign(window, { kept: ChatWidget });
    });
    await expect.poll(() => warnings).toEqual(['The chat has ended on this page.']);
    await visit.page.evaluate('kept.open()');
    expect(warnings).toHaveLength(2);
    expect(await hosts(visit.page)).toBe(0);
  });

  it('shows the panel after a call before the page has loaded', async () => {
    const site = await startSite();
    const page = await site.context.newPage();
    await page.route('**/slow.png', () => {});
    const body =
      '<img src="/slow.png"><script>(ChatWidget = window.ChatWidget || []).push((it) => it.open())</script>';
    await page.goto(site.page({ body }), { waitUntil: 'commit' });
    await page.locator('chat-widget textarea').waitFor();
  });
});
