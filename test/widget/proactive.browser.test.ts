import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { ScriptMessage } from '../../src/widgets/wire/widgets.ts';
import { violations } from '../support/browser/axe.ts';
import { holdTimers, passTime } from '../support/browser/held-timers.ts';
import type { RegisteredSite, RegisteredVisit } from './support/registered-site.ts';
import type { PageParts } from './support/site.ts';
import { onRegisteredSite as it } from './support/with-sites.ts';

const message = (more: Partial<ScriptMessage> = {}): ScriptMessage => ({
  id: 'a',
  text: 'Questions about our plans?',
  seconds: 5,
  visitors: 'all',
  oncePer: 'visitor',
  ...more,
});

interface ShopVisit extends RegisteredVisit {
  card: Locator;
  /** Lets time pass until there is a card. */
  awaitCard(): Promise<void>;
  /** Lets more time pass than any message needs. */
  linger(): Promise<void>;
  stored(): Promise<string[]>;
}

/** A tab on a page whose widget shows messages; its time moves only where a test lets it. */
async function visitShop(
  site: RegisteredSite,
  messages = [message()],
  parts?: PageParts,
): Promise<ShopVisit> {
  site.registry.messages = messages;
  await holdTimers(site.context);
  const visit = await site.visit(parts);
  const card = visit.page.locator('chat-widget .peek');
  return {
    ...visit,
    card,
    async awaitCard() {
      await expect
        .poll(async () => {
          await passTime(visit.page, 1000);
          return await card.count();
        })
        .toBe(1);
    },
    linger: () => passTime(visit.page, 60_000),
    stored: () => visit.page.evaluate(() => Object.entries(localStorage).flat().map(String)),
  };
}

describe('a proactive message', () => {
  it('appears after its time on the page without a request, and its text is the first line of the chat', async ({
    site,
  }) => {
    const requests: string[] = [];
    site.context.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const visit = await visitShop(site, [message(), message({ id: 'b', seconds: 8 })]);
    await passTime(visit.page, 4000);
    await expect.poll(() => visit.card.count()).toBe(0);
    await visit.awaitCard();
    await visit.page
      .getByRole('status')
      .getByRole('button', { name: 'Questions about our plans?' })
      .waitFor();
    expect(await visit.page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual(['/api/widget.js']);

    await visit.card.getByRole('button', { name: 'Questions about our plans?' }).click();
    await visit.panel.locator('.thread > .bubble').getByText('Questions about our plans?').waitFor();
    await expect.poll(() => visit.card.count()).toBe(0);
    await visit.ask('Yes');
    await visit.page.reload();
    await visit.panel.locator('.thread > .bubble').getByText('Questions about our plans?').waitFor();
    await visit.linger();
    await expect.poll(() => visit.card.count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it('that is closed is not shown again, nor is another in this visit, and the focus moves to the launcher', async ({
    site,
  }) => {
    const visit = await visitShop(site, [message({ oncePer: 'visit' }), message({ id: 'b' })]);
    await visit.awaitCard();
    await visit.page.keyboard.press('Tab');
    await visit.page.keyboard.press('Tab');
    await visit.card.getByRole('button', { name: 'Close' }).and(visit.page.locator(':focus')).waitFor();
    await visit.page.keyboard.press('Enter');
    await visit.launcher.and(visit.page.locator(':focus')).waitFor();
    await visit.page.reload();
    await visit.launcher.waitFor();
    await visit.linger();
    await expect.poll(() => visit.card.count()).toBe(0);
    // The next visit begins after half an hour.
    await visit.page.evaluate(() => {
      const [found = ''] = Object.keys(localStorage).filter((entry) => entry.endsWith(' messages'));
      const memory: unknown = JSON.parse(localStorage.getItem(found) ?? '');
      localStorage.setItem(found, JSON.stringify(Object.assign(memory ?? {}, { seenAt: 1 })));
      // Leaving this page would write its own time.
      Object.defineProperty(Storage.prototype, 'setItem', { value: () => undefined });
    });
    site.registry.messages = [message({ oncePer: 'visit' }), message({ id: 'b', text: 'Welcome back' })];
    await visit.page.reload();
    await visit.awaitCard();
    await visit.card.getByText('Welcome back').waitFor();
  });

  it('disappears with its page, also on sites with client-side navigation, a thousand times', async ({
    site,
  }) => {
    const there = message({ id: 'b', page: '/pricing/*', text: 'A discount?' });
    const visit = await visitShop(site, [there, message({ page: '/page*' })]);
    await visit.awaitCard();
    await visit.page.evaluate(() => {
      for (let i = 0; i < 1e3; i++) history.replaceState(null, '', `/other/${i}`);
    });
    await passTime(visit.page, 1000);
    await expect.poll(() => visit.card.count()).toBe(0);
    await visit.page.evaluate(() => history.pushState(null, '', '/pricing/teams'));
    await visit.awaitCard();
    await visit.card.getByText('A discount?').waitFor();
    await visit.open();
    await expect.poll(() => visit.card.count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it('is not shown and stores nothing before consent, and is forgotten when consent is withdrawn', async ({
    site,
  }) => {
    const visit = await visitShop(site, [message()], { attributes: 'data-consent="required"' });
    await visit.linger();
    expect([await visit.card.count(), await visit.stored()]).toEqual([0, []]);
    await visit.page.evaluate('ChatWidget.consent()');
    await visit.awaitCard();
    const [key = '', memory = ''] = await visit.stored();
    expect(key).toMatch(/^chat-widget http:.+ messages$/);
    // docs/embed.md, Proactive messages
    const fields = ['closed', 'opening', 'quiet', 'returning', 'seenAt', 'shown', 'visit'];
    const stored: unknown = JSON.parse(memory);
    expect(Object.keys(stored ?? {}).toSorted()).toEqual(fields);
    // Withdrawn in another tab: this one neither shows nor stores anything any more.
    const other = await site.visit({ attributes: 'data-consent="required"' });
    await other.page.evaluate('ChatWidget.consent(false)');
    await expect.poll(() => visit.card.count()).toBe(0);
    await visit.page.evaluate('dispatchEvent(new Event("visibilitychange"))');
    await visit.linger();
    expect([await visit.card.count(), await visit.stored()]).toEqual([0, []]);
    await visit.page.evaluate('ChatWidget.consent()');
    await visit.awaitCard();
    await visit.page.evaluate('ChatWidget.consent(false)');
    await visit.linger();
    expect([await visit.card.count(), await visit.stored()]).toEqual([0, []]);
    expect(visit.errors).toEqual([]);
  });

  it('fits a narrow window in its own direction, whatever the page’s styles, and works without storage', async ({
    site,
  }) => {
    const text = `שאלות? <b>${'W'.repeat(60)}</b>`;
    const visit = await visitShop(site, [message({ text })], {
      head: `<style>* { all: initial !important; direction: rtl !important } chat-widget, .card { display: none !important }</style>
        <script>Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })</script>`,
    });
    await visit.page.setViewportSize({ width: 360, height: 640 });
    await visit.awaitCard();
    const box = await visit.card.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(20);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(340);
    const close = visit.card.getByRole('button', { name: 'Close' });
    const target = await close.boundingBox();
    expect(target).toMatchObject({ width: 44, height: 44 });
    // The text is right to left, and so is the card.
    expect(target?.x).toBeLessThan((box?.x ?? 0) + 10);
    await visit.card.getByText(text).waitFor();
    await close.click();
    await visit.linger();
    await expect.poll(() => visit.card.count()).toBe(0);
    await visit.page.reload();
    await visit.awaitCard();
    await visit.page.evaluate('ChatWidget.destroy()');
    await visit.linger();
    expect(visit.errors).toEqual([]);
  });
});
