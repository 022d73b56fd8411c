import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { startDashboard } from './support/dashboard.ts';
import { openContext } from '../support/browser/chromium.ts';

const dashboard = freshFixture(() => startDashboard());

/** A page of a site with a tag, on a separate server. */
async function siteWith(tag: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>${tag}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const save = (widget: object) =>
  fetch(`${dashboard.service.origin}/api/default-widget`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(widget),
  });

test('the look is saved once, and the tag that is already on the site shows it', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/settings/embed' });
  const tag = await page.getByRole('region', { name: 'Tag' }).locator('pre').innerText();
  expect(tag).toBe(`<script src="${dashboard.service.origin}/api/widget.js" async></script>`);
  await page.getByText('Not seen on a site yet.').waitFor();

  await page.getByRole('textbox', { name: 'Greeting' }).fill('Ask us about bikes');
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour Cycles');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'Tag' }).locator('pre').innerText()).toBe(tag);

  const origin = await siteWith(tag);
  // A visitor, whose browser has not kept the script.
  const visitor = await openContext();
  onTestFinished(() => visitor.close());
  const site = await visitor.newPage();
  await site.goto(origin);
  await site.getByRole('button', { name: 'Harbour Cycles' }).click();
  await site.getByText('Ask us about bikes').waitFor();

  await page.clock.runFor(10_000);
  await page.getByText(`Seen on ${origin}`).waitFor();
  expect(complaints).toEqual([]);
});

test('an attribute of the tag takes precedence over the saved look', async () => {
  const { context } = await dashboard.visit();
  await save({
    branding: { title: 'Saved', greeting: 'Saved greeting' },
  });
  const tag = `<script src="${dashboard.service.origin}/api/widget.js" data-title="Of the tag" async></script>`;
  const site = await context.newPage();
  await site.goto(await siteWith(tag));
  await site.getByRole('button', { name: 'Of the tag' }).click();
  await site.getByText('Saved greeting').waitFor();
});

test('a pinned tag has the saved look as attributes', async () => {
  await save({ branding: { title: 'Ask us' } });
  const { page } = await dashboard.visit({ at: '#/settings/embed' });
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await page.getByText('Tag of the current version').click();
  const pinned = page.getByRole('region', { name: 'Pinned version' }).locator('pre');
  await pinned.waitFor();
  await expect.poll(() => pinned.innerText()).toMatch(/integrity="sha384-[^]+data-title="Ask us"/);
});
