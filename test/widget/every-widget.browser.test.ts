import { describe, expect, it } from 'vitest';
import { withRegisteredSites, withSites } from './support/with-sites.ts';
import { handoff, longAnswered } from './support/turns.ts';

const STRICT = [
  "default-src 'none'",
  "script-src 'nonce-abc' 'strict-dynamic'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/**
 * The widget in the page itself, and a registered one in a frame, each with the additions to its strictest
 * policy.
 */
const WIDGETS = [
  ['the plain widget', withSites, ['connect-src {service} {service-ws}', 'img-src data:']],
  ['a registered widget', withRegisteredSites, ['frame-src {service}']],
] as const;

/** The name of the element of the page that has the focus. */
const FOCUSED = 'document.activeElement.localName';

describe.each(WIDGETS)('%s', (_widget, withSitesOfIt, allowed) => {
  const startSite = withSitesOfIt();

  // docs/embed.md names the policies.
  it('works under a strict Content-Security-Policy, including real time and every module', async () => {
    const site = await startSite();
    const visit = await site.conversation({ csp: [...STRICT, ...allowed].join('; '), nonce: 'abc' });
    await visit.button('Helpful').first().click();
    await expect.poll(() => site.service.theConversation().session.messages[1]?.rating).toBe('up');
    await visit.button('Talk to a person').click();
    await expect.poll(() => site.service.sockets()).toBe(1);
    const background = await visit.launcher.evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(background).toBe('rgb(47, 91, 234)');
    expect(visit.errors).toEqual([]);
  });

  it('appears once if its tag is on the page twice', async () => {
    const site = await startSite();
    const visit = await site.visit();
    await visit.page.evaluate(() => {
      const again = document.createElement('script');
      again.src = document.querySelector('script')?.src ?? '';
      document.head.append(again);
      return new Promise((resolve, reject) => {
        again.onload = resolve;
        again.onerror = reject;
      });
    });
    await expect.poll(() => visit.page.locator('chat-widget').count()).toBe(1);
  });

  it.each([
    [
      'a new body',
      () => document.documentElement.replaceChild(document.createElement('body'), document.body),
    ],
    ['an emptied body', () => (document.body.textContent = '')],
    [
      'the replacement of every element',
      () => document.documentElement.replaceChildren(document.head, document.createElement('body')),
    ],
  ])('survives %s, open and with the typed text', async (_name, swap) => {
    const site = await startSite();
    const visit = await site.conversation();
    await visit.input.fill('Half a sen');
    await visit.page.evaluate(swap);
    await expect.poll(() => visit.input.inputValue()).toBe('Half a sen');
    await visit.ask('Still here');
  });

  it('executes calls that were made before it loaded, in order', async () => {
    const site = await startSite();
    const { page, input, panel } = await site.visit({
      head: `<script>
        window.log = [];
        ChatWidget = [(chat) => chat.on('ready', () => log.push('ready')), (chat) => chat.prefill('Hello'), (chat) => chat.open()];
        ChatWidget.push((chat) => log.push(chat.version))
      </script>`,
    });
    await input.waitFor();
    await expect.poll(() => input.inputValue()).toBe('Hello');
    await expect
      .poll(() => page.evaluate('log'))
      .toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{6}$/), 'ready']);
    await page.evaluate('ChatWidget.push((chat) => chat.close())');
    await expect.poll(() => panel.isVisible()).toBe(false);
  });

  it('can be shown, hidden, reset and removed, and can change language and theme', async () => {
    const site = await startSite();
    const visit = await site.visit({ attributes: 'data-hidden data-locale="fr"' });
    const { page } = visit;
    await expect.poll(() => visit.launcher.isVisible()).toBe(false);
    await page.evaluate('ChatWidget.show()');
    await visit.open();
    await visit.panel.getByText('Bonjour. Comment pouvons-nous vous aider ?').waitFor();
    await page.evaluate('ChatWidget.setLocale("de"); ChatWidget.setTheme("dark")');
    await visit.panel.getByText('Hallo. Wie können wir Ihnen helfen?').waitFor();
    expect(await visit.panel.evaluate((one) => getComputedStyle(one).colorScheme)).toBe('dark');
    await visit.ask('Hello');
    await page.evaluate(
      'window.heard = 0; window.hear = () => heard++; ChatWidget.on("closed", hear); ChatWidget.toggle()',
    );
    await page.evaluate(
      'ChatWidget.off("closed", hear); ChatWidget.open(); ChatWidget.close(); ChatWidget.hide()',
    );
    await expect.poll(() => visit.launcher.isVisible()).toBe(false);
    await expect.poll(() => page.evaluate('heard')).toBe(1);
    await page.evaluate('ChatWidget.reset(); ChatWidget.open()');
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    await page.evaluate('ChatWidget.destroy()');
    await expect.poll(() => page.locator('chat-widget').count()).toBe(0);
    expect(await page.evaluate('Array.isArray(ChatWidget)')).toBe(true);
    const requests = site.service.requests.length;
    await page.evaluate('dispatchEvent(new Event("online")); document.body.append("x")');
    expect(site.service.requests.length).toBe(requests);
  });

  it('reaches a person and reconnects to them on the next page', async () => {
    const site = await startSite();
    const visit = await site.conversation();
    await handoff(site.service, visit);
    await visit.button('Close').click();
    // In a frame the panel asks the page to close it, and the page stores that it did.
    await expect.poll(() => visit.launcher.getAttribute('aria-expanded')).toBe('false');
    await visit.page.reload();
    await expect.poll(() => site.service.sockets()).toBe(1);
    site.service.say('Are you still there?');
    await expect.poll(() => visit.launcher.getAttribute('aria-label')).toBe('Chat. Unread: 1');
    await visit.open();
    await visit.log.getByText('Are you still there?').waitFor();
    await expect.poll(() => visit.launcher.getAttribute('aria-label')).toBe('Chat');
  });

  describe('with the keyboard alone', () => {
    it('is opened, used and closed, and the focus moves into the chat and back', async () => {
      const site = await startSite();
      const visit = await site.visit({ body: '<a href="#x">First link</a>' });
      const { keyboard } = visit.page;
      const isInput = () => visit.input.evaluate((one) => one.matches(':focus')).catch(() => false);
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect.poll(isInput).toBe(true);
      await keyboard.type('Hello');
      await keyboard.press('Enter');
      await visit.log.getByText('You said: Hello').waitFor();
      await keyboard.press('Escape');
      await expect.poll(() => visit.panel.isVisible()).toBe(false);
      expect(await visit.launcher.evaluate((one) => one.matches(':focus'))).toBe(true);
      await keyboard.press('Enter');
      await expect.poll(() => visit.panel.isVisible()).toBe(true);
      await expect.poll(isInput).toBe(true);
      await keyboard.type('Once more');
      await expect.poll(() => visit.input.inputValue()).toBe('Once more');
    });

    it('does not move the focus when the page opens the panel', async () => {
      const site = await startSite();
      const visit = await site.visit({
        head: '<script>ChatWidget = [(chat) => chat.open()]</script>',
        body: '<input autofocus>',
      });
      await visit.input.waitFor();
      await visit.panel.getByText('Hello. How can we help?').waitFor();
      await expect.poll(() => visit.page.evaluate(FOCUSED)).toBe('input');
    });
  });

  describe('on a phone', () => {
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

    it('fills the screen, keeps the focus in the panel, and does not zoom its input', async () => {
      const site = await startSite(phone);
      const visit = await site.visit({ body: '<a href="#x">A link of the page</a>' });
      await visit.launcher.tap();
      await visit.input.waitFor();
      await expect.poll(() => visit.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
      await expect.poll(() => visit.launcher.isVisible()).toBe(false);
      expect(await visit.input.evaluate((one) => getComputedStyle(one).fontSize)).toBe('16px');
      expect(await visit.dialog.evaluate((one) => one.matches(':modal'))).toBe(true);
      for (let step = 0; step < 12; step++) {
        await visit.page.keyboard.press('Tab');
        await expect.poll(() => visit.page.evaluate(FOCUSED)).not.toBe('a');
      }
      await visit.button('Close').tap();
      await expect.poll(() => visit.panel.isVisible()).toBe(false);
    });

    it('does not open automatically on the next page', async () => {
      const site = await startSite(phone);
      const visit = await site.visit();
      await visit.launcher.tap();
      await visit.ask('Hello');
      await visit.page.reload();
      await visit.launcher.waitFor();
      await expect.poll(() => visit.dialog.isVisible()).toBe(false);
      await visit.launcher.tap();
      await visit.log.getByText('You said: Hello').waitFor();
    });
  });

  it.each([
    ['200 % zoom', { width: 640, height: 512 }],
    ['400 % zoom', { width: 320, height: 256 }],
    ['a small phone on its side', { width: 568, height: 320 }],
  ])('has every control within reach at %s, without sideways scrolling', async (_name, viewport) => {
    const site = await startSite({ viewport });
    const visit = await site.visit();
    await visit.open();
    await visit.send('Hello '.repeat(30));
    await visit.log.locator('.assistant').waitFor();
    for (const control of [
      visit.button('Close'),
      visit.input,
      visit.button('Talk to a person'),
      visit.log.getByText('You said'),
    ]) {
      await control.scrollIntoViewIfNeeded();
      const box = await control.boundingBox();
      expect(
        box && box.x >= 0 && box.x + box.width <= viewport.width && box.y >= 0 && box.y < viewport.height,
      ).toBe(true);
    }
    expect(await visit.panel.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  it('has the visitor’s messages on the left in right-to-left languages', async () => {
    const site = await startSite();
    const visit = await site.visit({ lang: 'ar' });
    await visit.launcher.click();
    await visit.panel.getByText('مرحبًا. كيف يمكننا المساعدة؟').waitFor();
    await visit.send('شكرا');
    await visit.log.locator('.assistant').waitFor();
    const panel = await visit.panel.boundingBox();
    const mine = await visit.log.locator('.visitor .bubble').boundingBox();
    expect(mine && panel && mine.x - panel.x).toBeLessThan(40);
    await expect.poll(() => visit.panel.getAttribute('dir')).toBe('rtl');
    await expect.poll(() => visit.panel.getAttribute('lang')).toBe('ar');
  });

  it('keeps the scroll position when it is closed and opened again', async () => {
    const site = await startSite();
    const visit = await longAnswered(site);
    const thread = visit.panel.locator('.thread');
    const scrolled = () => thread.evaluate((one) => one.scrollTop);
    const before = await scrolled();
    await visit.button('Close').click();
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
    await visit.launcher.click();
    await visit.log.getByText('Line 59').waitFor();
    await expect.poll(scrolled).toBe(before);
  });
});
