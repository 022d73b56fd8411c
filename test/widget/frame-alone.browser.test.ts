import { describe, expect } from 'vitest';
import { onRegisteredSite as it, withRegisteredSites } from './support/with-sites.ts';

const startSite = withRegisteredSites();

describe('a plain frame, without the script', () => {
  it('appears immediately, sends no request and stores nothing until it is used, and then is a complete chat', async ({
    site,
  }) => {
    const visit = await site.visitFrame();
    await visit.panel.getByText('Hello. How can we help?').waitFor();
    await expect.poll(() => visit.button('Close').isVisible()).toBe(false);
    expect(site.registry.requests).toEqual([]);
    const stored = () => visit.panel.evaluate(() => [localStorage.length, sessionStorage.length]);
    expect(await stored()).toEqual([0, 0]);
    await visit.ask('Hello');
    expect(site.registry.requests).toHaveLength(1);
    await visit.input.press('Escape');
    await expect.poll(() => visit.input.isVisible()).toBe(true);
    await visit.page.reload();
    await visit.log.getByText('You said: Hello').waitFor();
    expect(visit.errors).toEqual([]);
  });

  it('speaks the language of the visitor and fills its space', async () => {
    const site = await startSite({ locale: 'de-AT', viewport: { width: 1280, height: 800 } });
    const body = `<iframe src="${site.service.origin}/api/widget/frame?w=${site.registry.id}" width="1100" height="700"></iframe>`;
    const visit = await site.visitFrame({ body });
    await visit.panel.getByText('Hallo. Wie können wir Ihnen helfen?').waitFor();
    expect(await visit.panel.boundingBox()).toMatchObject({ width: 1100, height: 700 });
    expect((await visit.input.boundingBox())?.width).toBeLessThan(720);
  });

  it('of an unknown widget shows that the chat is not available', async ({ site }) => {
    site.registry.state = 'unknown';
    const page = await site.context.newPage();
    const answer = await page.goto(`${site.service.origin}/api/widget/frame?w=${site.registry.id}`);
    expect(answer?.status()).toBe(404);
    await page.getByText('This chat is not available here.').waitFor();
  });

  it('of a disabled widget shows when it is used that the chat is not available', async ({ site }) => {
    site.registry.state = 'disabled';
    const visit = await site.visitFrame();
    await visit.input.click();
    await visit.panel.getByText('This chat is not available here.').waitFor();
    await expect.poll(() => visit.input.isVisible()).toBe(false);
  });
});

describe('signing in', () => {
  it('continues the visitor’s own earlier conversation on another device', async ({ site }) => {
    site.registry.face.signIn = { required: false };
    const first = await site.opened();
    await first.ask('From my phone');
    await first.button('Sign in').click();
    await first.panel.getByText('Signed in as Anna').waitFor();
    await expect.poll(() => first.log.locator('article').count()).toBe(2);
    await first.page.evaluate('ChatWidget.destroy()');
    await site.context.clearCookies();
    // No chat is there that could store anything again.
    await first.page.goto(`${site.service.origin}/api/nothing`);
    await first.page.evaluate('localStorage.clear()');
    const second = await site.opened();
    await second.button('Sign in').click();
    await second.log.getByText('You said: From my phone').waitFor();
    await second.ask('From my desk');
    expect(site.service.theConversation().session.messages).toHaveLength(4);
  });

  it('comes first if it is required, and is remembered', async ({ site }) => {
    site.registry.face.signIn = { required: true };
    const visit = await site.visit();
    await visit.launcher.click();
    await visit.panel.getByText('Sign in to chat.').waitFor();
    await expect.poll(() => visit.input.isVisible()).toBe(false);
    expect(site.registry.requests).toEqual([]);
    await visit.button('Sign in').click();
    await visit.input.waitFor();
    await visit.ask('Hello');
    await visit.page.reload();
    await visit.log.getByText('You said: Hello').waitFor();
    await visit.panel.getByText('Signed in as Anna').waitFor();
    await expect.poll(() => visit.panel.getByText('Sign in to chat.').isVisible()).toBe(false);
  });

  it('accepts a proof only from the window that it opened', async ({ site }) => {
    site.registry.face.signIn = { required: false };
    site.service.fault('widget/sign-in', (_request, response) => void response.writeHead(200).end('Waiting'));
    const visit = await site.opened();
    const popup = visit.page.waitForEvent('popup');
    await visit.button('Sign in').click();
    const directory = await popup;
    const proof = { type: 'signed-in', proof: 'proof of Eve' };
    await visit.page.locator('chat-widget iframe').evaluate((frame, given) => {
      if (frame instanceof HTMLIFrameElement) frame.contentWindow?.postMessage(given, '*');
    }, proof);
    // Of another origin, though the window is the right one.
    await directory.goto(site.page({ query: null }));
    await directory.evaluate(`opener.postMessage(${JSON.stringify(proof)}, '*')`);
    await visit.ask('Hello');
    expect(site.registry.requests.map(({ proof: given }) => given)).toEqual([undefined]);
  });

  it('reports that the browser opened no window', async ({ site }) => {
    site.registry.face.signIn = { required: false };
    await site.context.addInitScript('window.open = () => null');
    const visit = await site.opened();
    await visit.button('Sign in').click();
    await visit.panel.getByText('The sign-in window could not be opened.').waitFor();
  });
});
