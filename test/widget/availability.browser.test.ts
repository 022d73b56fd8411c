import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

const startPlainSite = withSites();
const startRegisteredSite = withRegisteredSites();

describe.each([
  ['the plain widget', withSites, /^availability$/],
  ['a registered widget', withRegisteredSites, /^availability\?w=[\da-f-]{36}$/],
] as const)('availability in %s', (_widget, withSitesOfIt, query) => {
  const startSite = withSitesOfIt();

  it('is requested when the panel opens, not earlier, and shown in the header', async () => {
    const site = await startSite();
    site.service.people.availability = { status: 'available', typicalReplySeconds: 170 };
    const asked = () => site.service.requests.filter(({ path }) => path.startsWith('availability'));
    const visit = await site.visit();
    await visit.launcher.waitFor();
    expect(asked()).toEqual([]);
    await visit.open();
    const header = visit.panel.getByRole('banner');
    await header.getByText('Our team usually answers in 3 min').waitFor();
    const height = async () => (await header.boundingBox())?.height ?? 0;
    const tall = await height();
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.path).toMatch(query);
    expect(await visit.panel.ariaSnapshot()).toContain('button "Talk to a person"');
    await visit.button('Close').click();
    await visit.open();
    await visit.ask('Hello');
    expect(asked()).toHaveLength(1);
    // The conversation needs the room: the rest of the line is next to the offer.
    expect(await height()).toBeLessThan(tall / 1.5);
    await visit.panel.locator('footer').getByText('Our team usually answers in 3 min').waitFor();
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
  });

  it('is requested again for a visitor who asks for a person', async () => {
    const { service, visit: go } = await startSite();
    service.people.availability = { status: 'available' };
    const visit = await go();
    await visit.open();
    await visit.ask('Hello');
    await visit.button('Talk to a person').click();
    const asking = () => service.requests.filter(({ path }) => /^availability\?.*asks=true$/.test(path));
    await expect.poll(() => asking().length).toBe(1);
  });

  it('is empty if the service does not know it, and a person can still be requested', async () => {
    const site = await startSite();
    site.service.people.availability = undefined;
    const visit = await site.opened();
    await expect
      .poll(() => site.service.requests.some(({ path }) => path.startsWith('availability')))
      .toBe(true);
    await visit.ask('Hello');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await expect.poll(() => visit.panel.locator('.when').textContent()).toBe('');
    expect(visit.errors.filter((error) => !error.includes('503'))).toEqual([]);
  });
});

it('a page with an earlier script hides the chat when it is opened while the chat is off', async () => {
  const site = await startPlainSite();
  site.service.people.availability = { status: 'available', off: true };
  const visit = await site.visit();
  await visit.launcher.click();
  await visit.launcher.waitFor({ state: 'hidden' });
  await visit.panel.waitFor({ state: 'hidden' });
  expect(visit.errors).toEqual([]);
});

it('a page with an earlier script continues a conversation that has begun while the chat is off', async () => {
  const site = await startPlainSite();
  const visit = await site.opened();
  await visit.ask('Hello');
  site.service.people.availability = { status: 'available', off: true };
  // Without the response that the browser has cached.
  const devtools = await visit.page.context().newCDPSession(visit.page);
  await devtools.send('Network.clearBrowserCache');
  await visit.page.reload();
  await visit.ask('Are you still there?');
  await expect.poll(() => visit.launcher.isVisible()).toBe(true);
  expect(visit.errors).toEqual([]);
});

it('an open panel shows that the chat was switched off once a message is refused', async () => {
  const site = await startPlainSite();
  const now = Date.parse('2026-11-29T09:00:00Z');
  const visit = await site.opened({ now: new Date(now) });
  await visit.panel.getByText('A person is available').waitFor();
  site.service.people.availability = { status: 'available', off: true };
  site.service.guard = () => [403, 'chat-off'];
  const devtools = await visit.page.context().newCDPSession(visit.page);
  await devtools.send('Network.clearBrowserCache');
  await visit.page.clock.setFixedTime(now + 15_000);
  await visit.send('Hello');
  await visit.panel.getByText('Your message was not sent.').waitFor();
  await visit.panel.getByText('This chat is not available here.').waitFor();
});

it('a registered widget shows that it is not available if it is opened while the chat is off', async () => {
  const site = await startRegisteredSite();
  site.service.people.availability = { status: 'available', off: true };
  const visit = await site.opened();
  await visit.panel.getByRole('banner').getByText('This chat is not available here.').waitFor();
});
