import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { png } from '../support/files/images.ts';
import { inRelease } from './support/bundle.ts';
import type { FakeService } from './support/fake-service.ts';
import type { PageParts, Visit } from './support/site.ts';
import { replying } from './support/with-files.ts';
import { WIDGETS } from './support/with-sites.ts';

const IMAGE = { id: 'a', name: 'photo.png', type: 'png', bytes: 1, width: 900, height: 700 };
const links = ({ origin }: FakeService) =>
  replying(200, { attachments: [{ id: 'a', url: `${origin}/api/attachments/a/content` }] });

/** A conversation with an image in its last answer; `now` is the fixed time of the visitor's clock. */
async function withImage(
  { service, visit: go }: { service: FakeService; visit(parts: PageParts): Promise<Visit> },
  now?: Date,
): Promise<Visit> {
  service.fault('attachments/a/content', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(png(900, 700));
  });
  service.fault('attachments', links(service));
  service.setAnswer(() => ['Here it is.'], { attachments: [IMAGE] });
  const visit = await go({ ...(now && { now }) });
  await visit.open();
  await visit.send('Show me');
  const link = visit.log.locator('a.file');
  await link.getByRole('img', { name: 'photo.png' }).waitFor();
  await expect.poll(() => link.getAttribute('href')).toContain('/content');
  return visit;
}

describe.each(WIDGETS)('an image in the thread of %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('opens large over the panel by keyboard, and Escape returns to it', async () => {
    const site = await startSite();
    const visit = await withImage(site);
    const link = visit.log.locator('a.file');
    await expect.poll(() => link.getAttribute('aria-haspopup')).toBe('dialog');
    const frame = (one: Element) => [getComputedStyle(one).padding, getComputedStyle(one).backgroundColor];
    expect(await link.getByRole('img').evaluate(frame)).toEqual(['0px', 'rgba(0, 0, 0, 0)']);
    await link.focus();
    await visit.page.keyboard.press('Enter');
    const viewer = visit.panel.getByRole('dialog', { name: 'photo.png' });
    await viewer.getByRole('img', { name: 'photo.png' }).waitFor();
    await visit.button('Actual size').waitFor();
    const widthOfImage = async () => (await viewer.locator('img').boundingBox())?.width ?? 0;
    expect(await widthOfImage()).toBeGreaterThan(340);
    const place = visit.page.frames().at(-1) ?? visit.page;
    expect(await violations(place, { include: ['chat-widget'] })).toEqual([]);
    await visit.button('Actual size').press('Enter');
    await expect.poll(() => widthOfImage()).toBe(900);
    await visit.page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    expect(await link.evaluate((one) => one.matches(':focus'))).toBe(true);
    await expect.poll(() => visit.panel.isVisible()).toBe(true);
    expect(visit.errors).toEqual([]);
  });

  it('opens in a tab if the code for files does not load', async () => {
    const site = await startSite();
    const visit = await withImage(site);
    const part = await inRelease('files.js');
    expect(site.service.requests.some(({ path }) => path === part)).toBe(false);
    site.service.fault(part, replying(503));
    const tab = site.context.waitForEvent('page');
    await visit.log.locator('a.file').click();
    expect((await tab).url()).toContain('/content');
  });

  it('gets a new link if its link has expired', async () => {
    const site = await startSite();
    const { service } = site;
    const now = new Date();
    const visit = await withImage(site, now);
    await visit.page.clock.setFixedTime(+now + 9 * 60_000);
    service.fault('attachments', replying(503, {}));
    await visit.log.locator('a.file').click();
    const retry = visit.button('This could not be loaded. Try again.');
    await retry.waitFor();
    service.fault('attachments', links(service));
    await visit.page.clock.setFixedTime(+now + 18 * 60_000);
    await retry.click();
    await visit.panel.getByRole('dialog').getByRole('img', { name: 'photo.png' }).waitFor();
    await visit.button('Actual size').waitFor();
  });
});
