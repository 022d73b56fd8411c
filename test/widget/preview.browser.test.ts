import { describe, expect } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { inRelease } from './support/bundle.ts';
import type { Site, Visit } from './support/site.ts';
import { handoff } from './support/turns.ts';
import { onRegisteredSite, onSite as it } from './support/with-sites.ts';

/** A visitor who has asked Mia, and closed the panel. */
async function away(site: Site): Promise<Visit> {
  const visit = await site.conversation();
  await handoff(site.service, visit);
  await visit.button('Close').click();
  await visit.panel.waitFor({ state: 'hidden' });
  return visit;
}

const card = ({ page }: Visit) => page.locator('chat-widget .peek');

describe('an unread message of an agent', () => {
  it('is shown next to the closed launcher with name and first line, announced politely and without the focus', async ({
    site,
  }) => {
    const visit = await away(site);
    site.service.say('Your **order** is [here](https://shop.example/o).\n\nIt arrives today.');
    await card(visit).waitFor();
    await expect.poll(() => card(visit).innerText()).toMatch(/Mia Berg\s+Your order is here\.$/);
    await expect.poll(() => visit.page.locator('chat-widget [role="status"]:has(.peek)').count()).toBe(1);
    await expect.poll(() => card(visit).locator(':focus').count()).toBe(0);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await card(visit).getByText('Your order is here.').click();
    await visit.log.getByText('It arrives today.').waitFor();
    await expect.poll(() => card(visit).count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it('is shown once, and not again after it was closed, on the next page or in another tab', async ({
    site,
  }) => {
    const visit = await away(site);
    site.service.say('Are you there?');
    await card(visit).waitFor();
    await card(visit).getByRole('button', { name: 'Close' }).focus();
    await visit.page.keyboard.press('Escape');
    await expect.poll(() => card(visit).count()).toBe(0);
    await expect.poll(() => visit.launcher.evaluate((one) => one.matches(':focus'))).toBe(true);
    await visit.page.reload();
    await expect.poll(() => visit.page.title()).toBe('(1) Shop');
    await expect.poll(() => card(visit).count()).toBe(0);
    const next = site.service.say('I found your order.');
    await card(visit).getByText(next.content).waitFor();
    const other = await site.visit();
    await expect.poll(() => card(other).count()).toBe(0);
    await card(visit).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => card(visit).count()).toBe(0);
  });

  it('is counted in the title of the page until it is read', async ({ site }) => {
    const visit = await away(site);
    await expect.poll(() => visit.page.title()).toBe('Shop');
    site.service.say('One');
    await expect.poll(() => visit.page.title()).toBe('(1) Shop');
    await visit.page.evaluate('document.title = "Basket"');
    site.service.say('Two');
    await expect.poll(() => visit.page.title()).toBe('(2) Basket');
    await visit.open();
    await expect.poll(() => visit.page.title()).toBe('Basket');
  });
});

describe('the count in the title', () => {
  it('is left out if the site owner has switched it off', async ({ site }) => {
    const { service } = site;
    for (const parts of [
      { attributes: 'data-unread-title="false"' },
      { head: '<script>window.chatWidgetSettings = { unreadTitle: false }</script>' },
    ]) {
      service.sessions.clear();
      const visit = await site.visit(parts);
      await visit.page.evaluate('ChatWidget.reset()');
      await visit.open();
      await visit.ask('Hello');
      await handoff(service, visit);
      await visit.button('Close').click();
      const { content } = service.say('One');
      await card(visit).getByText(content).waitFor();
      await expect.poll(() => visit.page.title()).toBe('Shop');
      await visit.page.close();
    }
  });
});

describe('an unread message of an agent in a registered widget', () => {
  onRegisteredSite(
    'is shown in the frame, which is small then, and does not reach the page',
    async ({ site }) => {
      const { service } = site;
      const visit = await site.conversation();
      await handoff(service, visit);
      await visit.button('Close').click();
      await visit.dialog.waitFor({ state: 'hidden' });
      service.say('It arrives today.');
      const preview = visit.frame.locator('.peek');
      await preview.getByText('It arrives today.').waitFor();
      await expect.poll(() => preview.innerText()).toMatch(/Mia Berg\s+It arrives today\.$/);
      expect((await visit.dialog.boundingBox())?.height).toBeLessThan(120);
      await expect.poll(() => visit.page.title()).toBe('(1) Shop');
      await expect.poll(() => preview.locator(':focus').count()).toBe(0);
      expect(await visit.page.content()).not.toContain('It arrives today.');
      expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
      await preview.getByRole('button', { name: 'Close' }).click();
      await visit.dialog.waitFor({ state: 'hidden' });
      service.say('Are you there?');
      await preview.getByText('Are you there?').click();
      await visit.log.getByText('Are you there?').waitFor();
      expect((await visit.dialog.boundingBox())?.height).toBeGreaterThan(300);
      await expect.poll(async () => (await visit.input.boundingBox())?.height).toBeGreaterThan(30);
      await expect.poll(() => visit.page.title()).toBe('Shop');
      expect(visit.errors).toEqual([]);
    },
  );

  onRegisteredSite('is only counted if the module of the preview cannot be loaded', async ({ site }) => {
    const { service } = site;
    const path = await inRelease('peek.js');
    service.fault(path, (_request, response) => void response.writeHead(503).end());
    const visit = await site.conversation();
    await handoff(service, visit);
    await visit.button('Close').click();
    await visit.dialog.waitFor({ state: 'hidden' });
    service.say('It arrives today.');
    await expect.poll(() => service.requests.some((one) => one.path === path)).toBe(true);
    await expect.poll(() => visit.page.evaluate('ChatWidget.getUnreadCount()')).toBe(1);
    await expect.poll(() => visit.dialog.isVisible()).toBe(false);
    expect(visit.errors.filter((error) => !error.includes('503'))).toEqual([]);
  });
});

describe('the visitor’s own last message', () => {
  it('is marked as seen once the agent has seen or answered it', async ({ site }) => {
    const { service } = site;
    const visit = await site.conversation();
    await handoff(service, visit);
    await visit.send('Where is my order?');
    const last = visit.log.locator('.visitor').last();
    await last.getByText('Sent', { exact: true }).waitFor();
    const { sessionId, session } = service.theConversation();
    const seen = (seq: number) => {
      const data = { type: 'seen', sessionId, from: 'agent', seq };
      service.broadcast({ type: 'message', from: 'group', group: sessionId, dataType: 'json', data });
    };
    seen(session.messages.length - 1);
    seen(session.messages.length);
    const note = last.getByText('Seen', { exact: true });
    await note.waitFor();
    // Without a pointer over the message.
    expect(await note.evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
    // At the edge of the message: the hidden time leaves no gap.
    const end = (one: Element) => one.getBoundingClientRect().right;
    expect(await note.evaluate(end)).toBe(await last.locator('.meta').evaluate(end));
    await visit.send('Hello?');
    await visit.log.locator('.visitor').last().getByText('Sent', { exact: true }).waitFor();
    service.say('I am looking.');
    await visit.log.locator('.visitor').last().getByText('Seen', { exact: true }).waitFor();
    expect(visit.errors).toEqual([]);
  });
});

describe('a message that was left', () => {
  it('shows that the agent answers by e-mail once the agent has done so', async ({ site }) => {
    const { service } = site;
    const visit = await site.conversation();
    const { session } = service.theConversation();
    const note = visit.panel.getByText('Mia Berg will answer by e-mail');
    session.leftMessage = { leftAt: new Date().toISOString() };
    await handoff(service, visit);
    // The messages that the page reads after the claim are there.
    service.say('One moment.');
    await visit.log.getByText('One moment.').waitFor();
    await expect.poll(() => note.count()).toBe(0);
    session.leftMessage = { ...session.leftMessage, answeredAt: new Date().toISOString(), byEmail: true };
    service.claim('Mia Berg');
    await note.waitFor();
    service.close();
    await expect.poll(() => note.count()).toBe(0);
  });
});
