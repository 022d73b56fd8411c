import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { demoPages, demoWidgets } from '../../functions/local-demo.ts';
import { demoSite } from '../../src/web/demo/site.tsx';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { launchBrowser } from '../support/browser/chromium.ts';
import { png } from '../support/files/images.ts';
import { listen } from '../support/servers/listen.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { visitOfFrame, type RegisteredVisit } from './support/registered-site.ts';
import { chooseFiles, give } from './support/with-files.ts';

const DEMO_FOLDER = fileURLToPath(new URL('../../src/web/demo', import.meta.url));

let browser: Browser;
let other: Browser;
let service: RunningService;
let demo: Server;
let site: string;

beforeAll(async () => {
  [browser, other] = await Promise.all([launchBrowser(), launchBrowser()]);
});
beforeEach(async () => {
  service = await startService();
  const widgetOf = demoWidgets(service.services, DEMO_FOLDER);
  demo = createServer(demoSite(service.origin, widgetOf, demoPages(DEMO_FOLDER)));
  site = await listen(demo);
});
afterEach(async () => {
  demo.closeAllConnections();
  demo.close();
  await service.close();
});
afterAll(async () => {
  await Promise.all([browser.close(), other.close()]);
});

async function register(allowedOrigins: string[]): Promise<WidgetReply['widget']> {
  const answer = await service.post('/api/widgets', {
    name: 'Shop',
    primaryDomain: 'shop.example.com',
    allowedOrigins,
    branding: { title: 'Acme help' },
    attachments: true,
  });
  return WidgetReply.parse(await answer.json()).widget;
}

async function visit(from: Browser, address: string, id: string): Promise<RegisteredVisit> {
  const page = await (await from.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.goto(`${address}/widget?w=${id}`);
  const opened = visitOfFrame(page);
  await opened.open();
  return opened;
}

const disable = (id: string) =>
  fetch(`${service.origin}/api/widgets/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enabled: false }),
  });

it('one widget on two sites gives each visitor a separate stamped chat with files, until it is disabled', async () => {
  const second = site.replace('127.0.0.1', 'localhost');
  const { id } = await register([site, second]);
  const [one, two] = await Promise.all([visit(browser, site, id), visit(other, second, id)]);
  await Promise.all([one.send('From the first site'), two.send('From the second site')]);
  await Promise.all([one, two].map(({ log }) => log.locator('.assistant').first().waitFor()));
  expect(await one.panel.getByRole('heading').textContent()).toBe('Acme help');
  const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: png(30, 20) });
  await chooseFiles(one, photo('photo.png'));
  await one.input.fill('My order');
  await one.button('Send').click();
  const shown = one.log.getByRole('img', { name: 'photo.png' });
  await shown.waitFor();
  await one.log.getByText('My order', { exact: true }).waitFor();
  await expect
    .poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(30);
  await give(one, 'drop', photo('dropped.png'));
  await give(one, 'paste', photo('pasted.png'));
  await one.button('Remove pasted.png').waitFor();
  await one.input.press('Enter');
  for (const name of ['dropped.png', 'pasted.png']) await one.log.getByRole('img', { name }).waitFor();
  expect([one.errors, two.errors]).toEqual([[], []]);
  await chooseFiles(one, {
    ...photo('drawing.png'),
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  const refusal = one.panel.locator('[role=alert]', { hasText: 'This file cannot be sent.' });
  // All of it can be read above the composer.
  await expect
    .poll(() =>
      refusal.evaluate((line) => {
        const end = line.closest('dialog')?.querySelector('.composer')?.getBoundingClientRect().top ?? 0;
        return line.getBoundingClientRect().bottom < end + 1;
      }),
    )
    .toBe(true);
  const { sessions } = await (await service.get('/api/sessions')).json();
  const stamp = { id, name: 'Shop', primaryDomain: 'shop.example.com' };
  expect(sessions).toEqual(Array(2).fill(expect.objectContaining({ widget: stamp })));
  await one.page.reload();
  await one.log.getByText('From the first site').waitFor();

  expect((await disable(id)).ok).toBe(true);
  await one.send('Still there?');
  await one.panel.getByText('This chat is not available here.').waitFor();
});

it('a site that the widget does not allow shows no chat', async () => {
  const { id } = await register(['https://shop.example.com']);
  const page = await browser.newPage();
  await page.goto(`${site}/widget?w=${id}`);
  await page.locator('chat-widget .root > button').click();
  await page.locator('chat-widget').getByText('The chat could not be loaded.').waitFor();
  expect(page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});

it('a business of the demo site has its own chat, which answers from its pages', async () => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.goto(`${site}/hotel`);
  await page.getByRole('button', { name: 'Ask about Spa' }).click();
  const { panel, log } = visitOfFrame(page);
  await panel.getByRole('heading', { name: 'Hotel Sandbank' }).waitFor();
  const field = panel.getByRole('textbox');
  await expect.poll(() => field.inputValue()).toBe('When is the spa open?');
  const isRead = async () =>
    (await service.services.websiteSources.list()).map(({ published }) => (published?.documents ?? 0) > 1);
  await expect.poll(isRead, { timeout: 60_000 }).toEqual([true]);
  await field.press('Enter');
  await log.locator('.assistant').getByText('8:00 to 21:00').waitFor();
  await page.getByRole('link', { name: 'Dental practice' }).click();
  await page.getByRole('heading', { name: 'Good teeth, explained calmly' }).waitFor();
});
