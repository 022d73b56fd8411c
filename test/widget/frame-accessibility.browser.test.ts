import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import type { RegisteredVisit } from './support/registered-site.ts';
import { withRegisteredSites } from './support/with-sites.ts';

const startSite = withRegisteredSites();
const LOGO = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** In the page, and in the frame where there is one. */
async function violationsIn({ page }: RegisteredVisit): Promise<string[]> {
  const [, frame] = page.frames();
  return [...(await violations(page)), ...(frame ? await violations(frame) : [])];
}

/** Which element has the focus, in the page or in the frame. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.localName;
  });

describe.each([
  ['light', 'light', '#2f5bea'],
  ['yellow', 'light', '#ffe600'],
  ['pale in the dark', 'dark', '#f5f5f5'],
] as const)('axe-core finds nothing, %s', (_name, colorScheme, color) => {
  it('in any state', async () => {
    const site = await startSite({ colorScheme });
    site.registry.face = {
      id: site.registry.id,
      branding: { color, logo: LOGO, suggestions: ['One?'], privacyUrl: 'https://acme.test/p' },
      signIn: { required: true },
    };
    const visit = await site.visit();
    const states: Record<string, string[]> = {};
    const look = async (state: string) => (states[state] = await violationsIn(visit));
    await look('closed');
    await visit.launcher.click();
    await visit.panel.getByText('Sign in to chat.').waitFor();
    await look('before the sign-in');
    await visit.button('Sign in').click();
    await visit.panel.getByText('Signed in as Anna').waitFor();
    await look('open');
    await visit.send('Hello');
    await visit.log.getByText('You said: Hello').waitFor();
    await look('answered');
    site.registry.state = 'disabled';
    await visit.send('Again');
    await visit.panel.getByText('This chat is not available here.').waitFor();
    await look('not available');
    expect(states).toEqual(Object.fromEntries(Object.keys(states).map((state) => [state, []])));
  });

  it('where the frame does not load', async () => {
    const site = await startSite({ colorScheme });
    site.registry.face.branding = { color };
    await site.context.route('**/widget/frame*', (route) => route.abort());
    const visit = await site.visit();
    await visit.launcher.click();
    await visit.page.locator('chat-widget').getByRole('alert').getByText('could not be loaded').waitFor();
    expect(await violations(visit.page)).toEqual([]);
  });
});

describe('with the keyboard alone', () => {
  it('a visitor opens, asks and leaves, and the focus goes into the frame and back', async () => {
    const site = await startSite();
    const visit = await site.visit({ body: '<a href="#x">First link</a>' });
    const { keyboard } = visit.page;
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect.poll(() => visit.input.evaluate((it) => it.matches(':focus')).catch(() => false)).toBe(true);
    await keyboard.type('Hello');
    await keyboard.press('Enter');
    await visit.log.getByText('You said: Hello').waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
    expect(await visit.launcher.evaluate((it) => it.matches(':focus'))).toBe(true);
    await keyboard.press('Enter');
    await expect.poll(() => visit.panel.isVisible()).toBe(true);
    await expect.poll(() => visit.input.evaluate((it) => it.matches(':focus'))).toBe(true);
    await keyboard.type('Once more');
    await expect.poll(() => visit.input.inputValue()).toBe('Once more');
  });

  it('the focus stays where it is when the page opens the panel by itself', async () => {
    const site = await startSite();
    const visit = await site.visit({
      head: '<script>ChatWidget = [(chat) => chat.open()]</script>',
      body: '<input autofocus>',
    });
    await visit.input.waitFor();
    await visit.panel.getByText('Hello. How can we help?').waitFor();
    expect(await focused(visit.page)).toBe('input');
  });

  it('a screen reader finds a named dialog, a named frame and the conversation in it', async () => {
    const site = await startSite();
    site.registry.face.branding = { title: 'Acme help' };
    const visit = await site.visit();
    await visit.open();
    await visit.send('Hello');
    await visit.log.getByText('You said: Hello').waitFor();
    expect(await visit.page.locator('chat-widget iframe').getAttribute('title')).toBe('Acme help');
    expect(await visit.page.locator('chat-widget').ariaSnapshot()).toContain('dialog "Acme help"');
    const inside = await visit.panel.ariaSnapshot();
    for (const part of ['heading "Acme help"', 'log', 'textbox "Write a message"', 'button "Close"']) {
      expect(inside).toContain(part);
    }
  });
});

describe('on a phone', () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

  it('the panel fills the screen, keeps the focus from the page, and its input is not zoomed', async () => {
    const site = await startSite(phone);
    const visit = await site.visit({ body: '<a href="#x">A link of the page</a>' });
    await visit.launcher.tap();
    await visit.input.waitFor();
    await expect.poll(() => visit.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    expect(await visit.launcher.isVisible()).toBe(false);
    expect(await visit.input.evaluate((it) => getComputedStyle(it).fontSize)).toBe('16px');
    expect(await visit.page.locator('chat-widget dialog').evaluate((it) => it.matches(':modal'))).toBe(true);
    for (let step = 0; step < 12; step++) {
      await visit.page.keyboard.press('Tab');
      expect(await focused(visit.page)).not.toBe('a');
    }
    await visit.button('Close').tap();
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
  });

  it('does not cover the next page by itself', async () => {
    const site = await startSite(phone);
    const visit = await site.visit();
    await visit.launcher.tap();
    await visit.send('Hello');
    await visit.log.getByText('You said: Hello').waitFor();
    await visit.page.reload();
    await visit.launcher.waitFor();
    expect(await visit.page.locator('chat-widget dialog').isVisible()).toBe(false);
    await visit.launcher.tap();
    await visit.log.getByText('You said: Hello').waitFor();
  });
});

describe('anywhere', () => {
  it.each([
    ['400 % zoom', { width: 320, height: 256 }],
    ['a small phone on its side', { width: 568, height: 320 }],
  ])('at %s everything can be reached, and nothing scrolls sideways', async (_name, viewport) => {
    const site = await startSite({ viewport });
    const visit = await site.visit();
    await visit.open();
    await visit.send('Hello '.repeat(30));
    await visit.log.locator('.assistant').waitFor();
    for (const control of [visit.button('Close'), visit.input, visit.button('Talk to a person')]) {
      await control.scrollIntoViewIfNeeded();
      const box = await control.boundingBox();
      expect(
        box && box.x >= 0 && box.x + box.width <= viewport.width && box.y >= 0 && box.y < viewport.height,
      ).toBe(true);
    }
    expect(await visit.panel.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  it('from right to left the visitor’s words are on the left', async () => {
    const site = await startSite();
    const visit = await site.visit({ lang: 'ar' });
    await visit.launcher.click();
    await visit.panel.getByText('مرحبًا. كيف يمكننا المساعدة؟').waitFor();
    await visit.send('شكرا');
    await visit.log.locator('.assistant').waitFor();
    const panel = await visit.panel.boundingBox();
    const mine = await visit.log.locator('.visitor .bubble').boundingBox();
    expect(mine && panel && mine.x - panel.x).toBeLessThan(40);
    expect([await visit.panel.getAttribute('dir'), await visit.panel.getAttribute('lang')]).toEqual([
      'rtl',
      'ar',
    ]);
  });

  it('closed and opened again, the thread is where it was', async () => {
    const site = await startSite();
    site.service.setAnswer(() => Array.from({ length: 60 }, (_, line) => `Line ${line}\n\n`));
    const visit = await site.visit();
    await visit.open();
    await visit.send('Long');
    await visit.log.getByText('Line 59').waitFor();
    const thread = visit.panel.locator('.thread');
    const scrolled = () => thread.evaluate((it) => it.scrollTop);
    const before = await scrolled();
    await visit.button('Close').click();
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
    await visit.launcher.click();
    await visit.log.getByText('Line 59').waitFor();
    await expect.poll(scrolled).toBe(before);
  });
});
