import { describe, expect } from 'vitest';
import { visitOfFrame } from './support/registered-site.ts';
import { onRegisteredSite as it, withRegisteredSites } from './support/with-sites.ts';

const startSite = withRegisteredSites();

/** The same pages on an origin of another host. */
const elsewhere = (address: string) => address.replace('127.0.0.1', 'localhost');

describe('a site that is not allowed', () => {
  it('cannot load the chat in a frame of an allowed site either', async ({ site }) => {
    const inner = site.page({
      query: null,
      body: `<iframe src="${site.service.origin}/api/widget/frame?w=${site.registry.id}"></iframe>`,
    });
    const page = await site.context.newPage();
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(elsewhere(site.page({ query: null, body: `<iframe src="${inner}"></iframe>` })));
    expect((await blocked).text()).toContain(site.origin);
  });

  it('that loads the script has a button that shows that the chat is not available', async ({ site }) => {
    const page = await site.context.newPage();
    const visit = visitOfFrame(page);
    await page.goto(elsewhere(site.page()));
    await visit.launcher.click();
    await page.locator('chat-widget').getByText('The chat could not be loaded.').waitFor();
    expect(site.registry.requests).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('chat-widget dialog').isVisible()).toBe(false);
  });
});

describe('messages between windows', () => {
  const everything = [
    { type: 'hello', open: true, locale: 'de' },
    { type: 'open' },
    { type: 'prefill', text: 'Evil' },
    { type: 'locale', locale: 'de' },
    { type: 'request-human' },
    { type: 'reset' },
    { type: 'ready' },
    { type: 'close' },
    { type: 'state', count: 9, label: 'Evil', live: true },
    { type: 'event', event: 'message', detail: 'Evil' },
    { type: 'signed-in', proof: 'proof of Eve' },
  ].map((message) => ({ chatWidget: 1, ...message }));

  /** A page that, on command, posts all of it to its parent and to every sibling frame. */
  const evil = `<script>addEventListener('message', () => {
    for (const message of ${JSON.stringify(everything)}) {
      parent.postMessage(message, '*');
      for (let index = 0; index < parent.length; index++) parent[index].postMessage(message, '*');
    }
    parent.postMessage('done', '*');
  }, { once: true })</script>`;
  const letLoose = `new Promise((resolve) => {
    addEventListener('message', ({ data }) => data === 'done' && resolve());
    document.querySelector('#evil').contentWindow.postMessage('go', '*');
  })`;

  it.each([
    ['its script', 'visit'],
    ['the frame', 'visitFrame'],
  ] as const)('of another frame of the page, on its own origin, are ignored: %s', async (_name, visitBy) => {
    const site = await startSite();
    const chat = `<iframe id="chat" src="${site.service.origin}/api/widget/frame?w=${site.registry.id}"></iframe>`;
    const other = `<iframe id="evil" src="${site.page({ query: null, body: evil })}"></iframe>`;
    const visit = await site[visitBy]({ body: visitBy === 'visit' ? other : chat + other });
    if (visitBy === 'visit') await visit.open();
    await visit.ask('Hello');
    await visit.page.evaluate(letLoose);
    await visit.ask('Go on');
    await expect.poll(() => visit.log.locator('article').count()).toBe(4);
    await expect.poll(() => visit.panel.getByText('Talk to a person').isVisible()).toBe(true);
    if (visitBy === 'visit') expect(await visit.launcher.getAttribute('aria-label')).toBe('Chat');
    expect(site.service.theConversation().session.status).toBe('open');
    expect(site.registry.requests.every(({ proof }) => proof === undefined)).toBe(true);
  });

  it('of the page in an unknown format are ignored', async ({ site }) => {
    const visit = await site.opened();
    await visit.page.locator('chat-widget iframe').evaluate((frame) => {
      if (!(frame instanceof HTMLIFrameElement)) throw new Error('The widget has changed.');
      for (const data of [
        null,
        7,
        'open',
        [],
        {},
        { type: 'prefill', text: 'Evil' },
        { chatWidget: 2, type: 'prefill', text: 'Evil' },
        { chatWidget: 1 },
        { chatWidget: 1, type: 'toString' },
        { chatWidget: 1, type: '__proto__' },
        { chatWidget: 1, type: ['reset'] },
        { chatWidget: 1, type: 'prefill', text: { evil: true } },
        { chatWidget: 1, type: 'locale', locale: 7 },
        { chatWidget: 1, type: 'theme' },
        { type: 'signed-in', proof: 'proof of Eve' },
      ]) {
        frame.contentWindow?.postMessage(data, '*');
      }
    });
    await visit.ask('Hello');
    expect(site.registry.requests).toHaveLength(1);
    expect(visit.errors).toEqual([]);
  });

  it('of the opener of a page in its own window are ignored', async ({ site }) => {
    const opener = await site.context.newPage();
    await opener.goto(site.page({ query: null }));
    const popup = opener.waitForEvent('popup');
    const address = `${site.service.origin}/api/widget/frame?w=${site.registry.id}`;
    await opener.evaluate(`window.chat = open('${address}')`);
    const chat = await popup;
    await chat.locator('chat-widget .composer textarea').waitFor();
    await opener.evaluate(`for (const it of ${JSON.stringify(everything)}) chat.postMessage(it, '*')`);
    await chat.locator('chat-widget .composer textarea').fill('Mine');
    await expect.poll(() => chat.locator('chat-widget .composer textarea').inputValue()).toBe('Mine');
    await expect.poll(() => chat.locator('chat-widget .alone').count()).toBe(1);
  });
});
