import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoPages, demoWidgets } from '../../functions/local-demo.ts';
import { demoSite } from '../../src/web/demo/site.tsx';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { openContext } from '../support/browser/chromium.ts';
import { png } from '../support/files/images.ts';
import { listen } from '../support/servers/listen.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { visitOfFrame, type RegisteredVisit } from './support/registered-site.ts';
import { chooseFiles, give } from './support/with-files.ts';

const DEMO_FOLDER = fileURLToPath(new URL('../../src/web/demo', import.meta.url));

let service: RunningService;
let demo: Server;
let site: string;

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

const newPage = async () => (await openContext({ reducedMotion: 'reduce' })).newPage();

/** The chat of a widget on the demo site, in which the visitor has asked. */
async function asked(): Promise<RegisteredVisit> {
  const answer = await service.post('/api/widgets', {
    name: 'Shop',
    primaryDomain: 'shop.example.com',
    allowedOrigins: [site],
    attachments: true,
  });
  const { widget } = WidgetReply.parse(await answer.json());
  const page = await newPage();
  await page.goto(`${site}/widget?w=${widget.id}`);
  const visit = visitOfFrame(page);
  await visit.open();
  await visit.send('Hello');
  await visit.log.locator('.assistant').waitFor();
  return visit;
}

it('the chat in a frame sends files that are chosen, dropped and pasted, and says why one is refused', async () => {
  const visit = await asked();
  const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: png(30, 20) });
  await chooseFiles(visit, photo('photo.png'));
  await visit.input.fill('My order');
  await visit.button('Send').click();
  const shown = visit.log.getByRole('img', { name: 'photo.png' });
  await shown.waitFor();
  await visit.log.getByText('My order', { exact: true }).waitFor();
  await expect
    .poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(30);
  await give(visit, 'drop', photo('dropped.png'));
  await give(visit, 'paste', photo('pasted.png'));
  await visit.button('Remove pasted.png').waitFor();
  await visit.input.press('Enter');
  for (const name of ['dropped.png', 'pasted.png']) await visit.log.getByRole('img', { name }).waitFor();
  expect(visit.errors).toEqual([]);
  await chooseFiles(visit, {
    ...photo('drawing.png'),
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  const refusal = visit.panel.locator('[role=alert]', { hasText: 'This file cannot be sent.' });
  // All of it can be read above the composer.
  await expect
    .poll(() =>
      refusal.evaluate((line) => {
        const end = line.closest('dialog')?.querySelector('.composer')?.getBoundingClientRect().top ?? 0;
        return line.getBoundingClientRect().bottom < end + 1;
      }),
    )
    .toBe(true);
});

it('a business of the demo site has its own chat, which answers from its pages', async () => {
  const page = await newPage();
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
