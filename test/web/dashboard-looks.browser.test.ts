import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { SETTINGS_PAGES } from '../../src/web/dashboard/settings/pages.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, SHOP, startDashboard } from './support/dashboard.ts';

/** All that the page may weigh: markup, style and script together, as they go over the wire. */
const MAX_BYTES = 120_000;

const full = sharedFixture(() => startDashboard({ settings: { ALLOWED_ORIGINS: SHOP } }));
const empty = sharedFixture(() => startDashboard());
let sessionId: string;

beforeAll(async () => {
  for (let index = 0; index < 8; index++) {
    sessionId = await full.tell({
      startedAtMs: hoursAgo(2 + index),
      ...(index % 2 === 0 && { origin: SHOP }),
      events: [
        {
          visitor: `Where is my order ${index}? It should have come on Tuesday, and nobody tells me anything.`,
        },
        {
          assistant: 'It is **on its way**:\n\n- one\n- [two](https://shop.example.com)',
          tokens: [1200, 88],
          cost: 0.0012 * index,
          rating: index % 3 === 0 ? 'down' : 'up',
          unanswered: index % 2 === 0,
          sources: [{ title: 'Shipping', url: 'https://shop.example.com' }],
        },
        ...(index > 2 ? [{ asksForPerson: true } as const] : []),
        ...(index > 4 ? [{ claimedBy: 'Dana Meyer' }, { agent: 'I am looking.' }] : []),
        ...(index === 5 ? [{ closed: true } as const] : []),
      ],
    });
  }
});

/** Every view, with something that is there once it is drawn, in a full store and in an empty one. */
const VIEWS: [name: string, at: string, full: string, empty: string][] = [
  ['Overview', '#/', '.metric .change', '.checklist'],
  ['Cost', '#/cost', '.sessions .row-link', '.empty'],
  ['Conversations', '#/conversations', '.conversations .row-link', '.empty'],
  ['Conversations', '#/conversations?status=closed', '.conversations .row-link', '.empty'],
  ['Reports', '#/reports', '.report-groups tbody tr', '.empty'],
  ['Conversations', '#/conversations?q=order', '.results .row-link', '.empty'],
  ['Questions', '#/questions', '.results .row-link', '.empty'],
  ['Team', '#/team', '.seats-table .title, .list .none', '.list .none'],
  ...SETTINGS_PAGES.map(([id, name]): [string, string, string, string] => {
    const drawn = 'main :is(.card, table, .empty, .undelivered)';
    return [name, `#/settings/${id}`, drawn, drawn];
  }),
];

/** The preview has separate tests, with those of the widget. */
async function expectAccessible(page: Page, rules?: 'colors'): Promise<void> {
  expect(await violations(page, { exclude: ['chat-widget'] }, rules)).toEqual([]);
}

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each(VIEWS)('%s fits and is accessible at every width, light and dark', async (_name, at, sign) => {
  const { page, complaints } = await full.revisit({ at, width: 1440 });
  await page.locator(sign).first().waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const width of [1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => tooWide(page)).toBe(0);
  }
  await expectAccessible(page, 'colors');
  expect(complaints).toEqual([]);
});

test('every view of an empty store fits and is accessible too', async () => {
  const { page, complaints } = await empty.visit({ width: 360, dark: true });
  for (const [name, at, , sign] of VIEWS) {
    await page.goto(`${empty.service.origin}/api/dashboard${at}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator(sign).first().waitFor();
    expect(await tooWide(page)).toBe(0);
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
});

test('a transcript and its dialog fit and are accessible', async () => {
  const { page } = await full.revisit({ at: `#/conversations/${sessionId}`, width: 360, dark: true });
  await page.locator('.entry').first().waitFor();
  expect(await tooWide(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});

test('the sign-in page fits and is accessible, also when a key was refused', async () => {
  const gated = await startDashboard({ settings: { ADMIN_START_GATED: 'true' } });
  await gated.service.services.adminGate.createFirstKey();
  const { page } = await gated.visit({ at: '?code=not-the-key', width: 360, dark: true });
  await page.getByText('This key is not valid.').waitFor();
  expect(await tooWide(page)).toBe(0);
  await expectAccessible(page);
  expect(page.url()).not.toContain('code');
  await gated.close();
});

test('the chart’s table is accessible, and so is the page before its data', async () => {
  const { page } = await full.visit();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('region', { name: 'Figures over time' }).waitFor();
  await expectAccessible(page);
  await page.route('**/api/overview*', () => {
    // Never answered, so that the shapes stay.
  });
  await page.reload();
  await page.locator('.metric .bar').first().waitFor();
  await expectAccessible(page);
});

test('the rail is the way to everything, and the first stop of the keyboard skips it', async () => {
  const { page } = await full.visit();
  await page.locator('.metric').first().waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  for (const name of ['Conversations', 'Questions', 'Cost', 'Team', 'Settings', 'Overview']) {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).click();
    const title = name === 'Settings' ? 'Installation' : name;
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.goto(`${full.service.origin}/api/dashboard#/nowhere`);
  await page.getByText('Page not found').waitFor();
});

test('all that the page is made of stays light', async () => {
  const parts = ['/api/dashboard', '/api/pages/current/dashboard.css', '/api/pages/current/dashboard.js'];
  const sizes = await Promise.all(
    parts.map(async (path) => gzipSync(await (await full.service.get(path)).bytes()).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});
