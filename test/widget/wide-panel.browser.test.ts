import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import type { Visit } from './support/site.ts';
import { onRegisteredSite, WIDGETS } from './support/with-sites.ts';

const widthOf = async ({ dialog }: Visit) => (await dialog.boundingBox())?.width;

/** The menu, with the control of the width. */
async function openMenu(visit: Visit) {
  await visit.panel.locator('summary').click();
  await visit.button('Download transcript').waitFor();
  return visit.button('Wide panel');
}

describe.each(WIDGETS)('the panel of %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('is made wider in the menu, also by keyboard, and stays wide on the next page', async () => {
    const site = await startSite();
    const visit = await site.conversation();
    expect(await widthOf(visit)).toBe(380);
    const control = await openMenu(visit);
    await expect.poll(() => control.getAttribute('aria-pressed')).toBe('false');
    await control.focus();
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => widthOf(visit)).toBe(720);
    await expect.poll(() => control.getAttribute('aria-pressed')).toBe('true');
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await visit.page.reload();
    await visit.log.getByText('You said: Hello').waitFor();
    await expect.poll(() => widthOf(visit)).toBe(720);
    await visit.input.press('Escape');
    await expect.poll(() => visit.dialog.isVisible()).toBe(false);
    await visit.page.reload();
    await visit.launcher.click();
    await expect.poll(() => widthOf(visit)).toBe(720);
    await (await openMenu(visit)).click();
    await expect.poll(() => widthOf(visit)).toBe(380);
    expect(visit.errors).toEqual([]);
  });

  it('is never wider than the window', async () => {
    const site = await startSite({ viewport: { width: 560, height: 700 } });
    const visit = await site.conversation();
    await (await openMenu(visit)).click();
    await expect.poll(() => widthOf(visit)).toBe(520);
    expect((await visit.dialog.boundingBox())?.x).toBe(20);
  });

  it.each([
    ['a phone', { width: 360, height: 740 }],
    ['400 % zoom', { width: 320, height: 512 }],
  ])('has no such control on %s, where the panel has the full width', async (_name, viewport) => {
    const site = await startSite({ viewport });
    const visit = await site.conversation();
    const control = await openMenu(visit);
    await expect.poll(() => control.isVisible()).toBe(false);
    expect(await widthOf(visit)).toBe(viewport.width);
  });
});

onRegisteredSite('a frame that the site has placed on its page has no such control', async ({ site }) => {
  const visit = await site.visitFrame();
  await visit.input.click();
  await visit.ask('Hello');
  const control = await openMenu(visit);
  await expect.poll(() => control.isVisible()).toBe(false);
});

onRegisteredSite('a preview next to the button is not as wide as the panel was', async ({ site }) => {
  const visit = await site.conversation();
  await (await openMenu(visit)).click();
  await expect.poll(() => widthOf(visit)).toBe(720);
  await visit.button('Talk to a person').click();
  await expect.poll(() => site.service.sockets()).toBe(1);
  site.service.claim('Mia Berg');
  await visit.panel.getByRole('banner').getByText('Mia Berg').waitFor();
  await visit.button('Close').click();
  await visit.dialog.waitFor({ state: 'hidden' });
  site.service.say('Are you there?');
  await visit.dialog.waitFor();
  expect(await widthOf(visit)).toBe(320);
});
