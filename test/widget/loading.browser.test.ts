import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inRelease } from './support/bundle.ts';
import type { FakeService } from './support/fake-service.ts';
import { expectFocused, holdFile } from './support/in-view.ts';
import type { PageParts, Site, Visit } from './support/site.ts';
import { handoff } from './support/turns.ts';
import { onSite as it, WIDGETS } from './support/with-sites.ts';

const loadsOf = ({ requests }: FakeService, file: string) =>
  requests.filter(({ path }) => path.endsWith(`/${file}`)).length;

/** From now on the service does not have a file; returns what brings it back. */
async function without(service: FakeService, file: string): Promise<() => void> {
  const path = await inRelease(file);
  service.fault(path, (_request, response) => void response.writeHead(503).end());
  return () => service.fault(path, undefined);
}

/** Moves the pointer around next to the launcher, or where it will be. */
async function moveNear(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const offset of [90, 100, 110, 120]) await page.mouse.move(width - offset, height - offset);
}

/** A page that never finishes loading, with a script before the end of its body. */
async function loadingPage(page: Page, address: string): Promise<void> {
  await page.route('**/slow.png', () => {});
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction('window.ChatWidget?.version');
}

describe('before the page has loaded', () => {
  it('neither the pointer nor a call that opens nothing puts the widget on the page', async ({ site }) => {
    const page = await site.context.newPage();
    const body = '<img src="/slow.png"><script>ChatWidget = [(chat) => chat.prefill("A draft")]</script>';
    await loadingPage(page, site.page({ body }));
    await moveNear(page);
    await expect.poll(() => page.locator('chat-widget').count()).toBe(0);
    expect(loadsOf(site.service, 'panel.js')).toBe(0);
    await page.evaluate('ChatWidget.open()');
    await expect.poll(() => page.locator('chat-widget textarea').inputValue()).toBe('A draft');
  });

  it('a call that needs the chat waits until then', async ({ site }) => {
    const visit = await site.visit({
      head: '<script>ChatWidget = [(chat) => chat.requestHuman()]</script>',
    });
    await expect.poll(() => site.service.sessions.size).toBe(1);
    expect(visit.errors).toEqual([]);
  });

  it('the page can remove the widget, which then loads nothing', async ({ site }) => {
    const { origin } = site.service;
    const page = await site.context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const wasOpen = `sessionStorage['chat-widget ${origin}/api/'] = '{"open":true}';`;
    const head = `<script>${wasOpen} ChatWidget = [(chat) => chat.destroy()]</script>`;
    await page.goto(site.page({ head }));
    await expect.poll(() => page.evaluate('Array.isArray(ChatWidget)')).toBe(true);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await expect.poll(() => page.locator('chat-widget').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe('a panel that could not be loaded', () => {
  it('is not requested again by the pointer, but by a click', async ({ site }) => {
    const { service } = site;
    const restore = await without(service, 'panel.js');
    const visit = await site.visit();
    await visit.launcher.click();
    await visit.panel.getByText('The chat could not be loaded.').waitFor();
    expect(loadsOf(service, 'panel.js')).toBe(2);
    await visit.page.evaluate(() => {
      const tried = { count: 0 };
      Object.assign(window, { tried });
      new MutationObserver(() => tried.count++).observe(document.body, { childList: true, subtree: true });
    });
    await moveNear(visit.page);
    expect(await visit.page.evaluate('window.tried.count')).toBe(0);
    restore();
    await visit.launcher.click();
    await visit.open();
  });

  it('keeps the focus of a visitor who tries it again, and passes it to the message field', async ({
    site,
  }) => {
    const restore = await without(site.service, 'panel.js');
    const visit = await site.visit();
    await visit.launcher.click();
    await visit.button('Try again').waitFor();
    restore();
    const late = await holdFile(site.service, 'panel.js');
    await visit.button('Try again').press('Enter');
    await visit.button('Try again').waitFor({ state: 'hidden' });
    await expectFocused(visit.button('Close'));
    late.release();
    await visit.input.waitFor();
    await expectFocused(visit.input);
  });

  it('is tried again after 20 s while an agent has the conversation', async ({ site }) => {
    const visit = await site.conversation();
    await handoff(site.service, visit);
    await visit.button('Close').click();
    const restore = await without(site.service, 'panel.js');
    const before = loadsOf(site.service, 'panel.js');
    await visit.page.clock.install();
    const browser = await site.context.newCDPSession(visit.page);
    await browser.send('Network.clearBrowserCache');
    await visit.page.reload();
    await visit.page.clock.runFor(6000);
    await expect.poll(() => loadsOf(site.service, 'panel.js')).toBe(before + 2);
    restore();
    site.service.say('I am here.');
    await expect
      .poll(async () => {
        await visit.page.clock.runFor(21_000);
        return visit.page.evaluate('ChatWidget.getUnreadCount()');
      })
      .toBe(1);
  });
});

describe('a request for the panel that gets no answer', () => {
  /** A visitor who has opened the panel on a page whose timers the test runs. */
  async function waiting(site: Site, parts?: PageParts): Promise<Visit> {
    const visit = await site.visit(parts);
    await visit.page.clock.install();
    await visit.launcher.click();
    await expect.poll(() => loadsOf(site.service, 'panel.js')).toBe(1);
    return visit;
  }

  it('ends after 15 s and is repeated once, and then the visitor can try it again', async ({ site }) => {
    const path = await inRelease('panel.js');
    site.service.fault(path, () => {});
    const visit = await waiting(site);
    await visit.page.clock.runFor(14_000);
    expect(loadsOf(site.service, 'panel.js')).toBe(1);
    await visit.page.clock.runFor(1000);
    await expect.poll(() => loadsOf(site.service, 'panel.js')).toBe(2);
    await expect.poll(() => visit.button('Try again').count()).toBe(0);
    await visit.page.clock.runFor(15_000);
    await visit.panel.getByText('The chat could not be loaded.').waitFor();
    site.service.fault(path, undefined);
    await visit.button('Try again').click();
    await visit.input.waitFor();
    await visit.ask('Hello');
  });

  it('is said after a second, as a status in the language of the page', async ({ site }) => {
    const late = await holdFile(site.service, 'panel.js');
    const visit = await waiting(site, { lang: 'de' });
    const status = visit.panel.getByRole('status');
    await expect.poll(() => status.innerText()).toBe('');
    await visit.page.clock.runFor(1000);
    await status.getByText('Der Chat wird geladen.').waitFor();
    late.release();
    await visit.input.waitFor();
    await expect.poll(() => visit.panel.getByText('Der Chat wird geladen.').count()).toBe(0);
  });
});

it('a panel that the page keeps from starting can be tried again', async ({ site }) => {
  const visit = await site.visit();
  await visit.page.evaluate(() => {
    const { replaceSync } = CSSStyleSheet.prototype;
    CSSStyleSheet.prototype.replaceSync = () => {
      CSSStyleSheet.prototype.replaceSync = replaceSync;
      throw new Error('by the page');
    };
  });
  await visit.launcher.click();
  await visit.panel.getByText('The chat could not be loaded.').waitFor();
  await expect.poll(() => visit.panel.getByRole('heading').count()).toBe(1);
  await visit.button('Try again').click();
  await visit.input.waitFor();
  await visit.ask('Hello');
  expect(visit.errors).toEqual([]);
});

/** Keeps every text that the widget has had, in the page and in its frame. */
const KEEP_TEXTS = `
  window.texts = [];
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    const keep = () => texts.push(root.textContent, root.querySelector('textarea')?.placeholder ?? '');
    new MutationObserver(keep).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    return root;
  };
`;

describe.each(WIDGETS)('on a German page, %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('shows no English text before the German ones have come, and has the focus then', async () => {
    const { service, context, visit: go } = await startSite();
    await context.addInitScript(KEEP_TEXTS);
    const late = await holdFile(service, 'de.json');
    const visit = await go({ lang: 'de' });
    const loaded = visit.page.waitForEvent('requestfinished', (one) => one.url().endsWith('/panel.js'));
    await visit.launcher.click();
    await loaded;
    await expect.poll(() => loadsOf(service, 'de.json')).toBeGreaterThan(0);
    await visit.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    late.release();
    await visit.panel.getByText('Hallo. Wie können wir Ihnen helfen?').waitFor();
    await expectFocused(visit.input);
    const texts = await Promise.all(visit.page.frames().map((frame) => frame.evaluate('texts')));
    expect(texts.flat()).toContain('Nachricht schreiben');
    expect(texts.flat().join('\n')).not.toMatch(/Hello|Talk|AI|Write|Privacy|mistakes|could|loading/);
  });
});

describe('while the panel is loading', () => {
  it('a page that replaces its body gets it once it has come', async ({ site }) => {
    const late = await holdFile(site.service, 'panel.js');
    const visit = await site.visit();
    await visit.launcher.click();
    await expect.poll(() => loadsOf(site.service, 'panel.js')).toBe(1);
    await visit.page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    late.release();
    await visit.input.waitFor({ state: 'attached' });
    await visit.ask('Hello');
  });

  it('a reset leaves nothing of the earlier visitor', async ({ site }) => {
    const before = await site.conversation();
    await before.page.close();
    const late = await holdFile(site.service, 'panel.js');
    const visit = await site.visit();
    await visit.launcher.click();
    await visit.page.evaluate('ChatWidget.reset()');
    expect(await visit.page.evaluate('Object.values(localStorage).filter((it) => it !== "{}")')).toEqual([]);
    late.release();
    await visit.input.waitFor();
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
  });
});

it('the panel has the nonce of another script if its tag is without one', async ({ site }) => {
  const { origin } = site.service;
  const add = `document.head.append(Object.assign(document.createElement('script'), { src: '${origin}/api/widget.js' }));`;
  const visit = await site.conversation({
    query: null,
    head: `<script nonce="abc">${add}</script>`,
    csp: "default-src 'none'; script-src 'nonce-abc' {service}/api/widget.js; connect-src {service} {service-ws}; img-src data:",
  });
  expect(visit.errors).toEqual([]);
});

it('the panel has the nonce of the script also after the page has removed its tags', async ({ site }) => {
  const { origin } = site.service;
  const add = `const it = Object.assign(document.createElement('script'), { src: '${origin}/api/widget.js', nonce: 'abc' });
    it.onload = () => it.remove();
    document.currentScript.after(it);
    document.currentScript.remove();`;
  const visit = await site.conversation({
    query: null,
    head: `<script nonce="abc">${add}</script>`,
    csp: "default-src 'none'; script-src 'nonce-abc'; connect-src {service} {service-ws}; img-src data:",
  });
  expect(visit.errors).toEqual([]);
});
