import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

const startPlainSite = withSites();

describe.each([
  ['the plain widget', withSites, /^availability$/],
  ['a registered widget', withRegisteredSites, /^availability\?w=[\da-f-]{36}$/],
] as const)('availability in %s', (_widget, withSitesOfIt, query) => {
  const startSite = withSitesOfIt();

  it('is asked for when the panel opens, never before, and shown in the header, which shrinks', async () => {
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

  it('shows nothing where the service does not know, and the offer is there', async () => {
    const site = await startSite();
    site.service.people.availability = undefined;
    const visit = await site.opened();
    await expect
      .poll(() => site.service.requests.some(({ path }) => path.startsWith('availability')))
      .toBe(true);
    await visit.ask('Hello');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    expect(await visit.panel.locator('.when').textContent()).toBe('');
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
  expect(await visit.launcher.isVisible()).toBe(true);
  expect(visit.errors).toEqual([]);
});
