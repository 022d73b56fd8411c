import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SETTINGS_PAGES } from '../../src/web/dashboard/settings/pages.ts';
import { openContext } from '../support/browser/chromium.ts';
import { loadEmptyPage } from '../support/browser/reused-window.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, SHOP, startDashboard } from './support/dashboard.ts';
import { startOffice } from './support/office.ts';

/** Users notice shifts from here on (web.dev, Cumulative Layout Shift, asks for 0.1). */
const MOST = 0.05;

/** Adds up every shift that no input explains, from the first paint on. */
function observeShifts(): void {
  Reflect.set(window, 'shifted', 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') === true) continue;
      const value: unknown = Reflect.get(entry, 'value');
      Reflect.set(window, 'shifted', Number(Reflect.get(window, 'shifted')) + Number(value));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The answers that a view waits for; the page itself and its files come immediately. */
const isAnswer = ({ pathname }: URL) => !/^\/api\/(dashboard|pages|widget)/.test(pathname);

const shifted = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'shifted')));

const dashboard = sharedFixture(() => startDashboard({ settings: { ALLOWED_ORIGINS: SHOP } }));
const office = sharedFixture(() => startOffice());

beforeAll(async () => {
  for (let index = 0; index < 30; index++) {
    await dashboard.tell({
      startedAtMs: hoursAgo(1 + index / 4),
      ...(index % 2 === 0 && { origin: SHOP }),
      events: [
        { visitor: `Where is my order ${index}?` },
        { assistant: 'It is **on its way**.', tokens: [1200, 88], cost: 0.0012 * index },
        ...(index % 3 === 0 ? [{ claimedBy: 'Dana Meyer' } as const, { closed: true } as const] : []),
      ],
    });
  }
});

const VIEWS: [name: string, at: string, there: string][] = [
  ['Overview', '#/', '.metric .change'],
  ['Cost', '#/cost', '.sessions .row-link'],
  ['Conversations', '#/conversations', '.conversations .row-link'],
  ['Closed', '#/conversations?status=closed', '.conversations .row-link'],
  ['Search', '#/conversations?q=order', '.results .row-link'],
  ['Team', '#/team', '.seats-table .title, .list .none'],
  ...SETTINGS_PAGES.map(([id, name]): [string, string, string] => [
    name,
    `#/settings/${id}`,
    '.view .head-title ~ *, .card',
  ]),
];

describe.each([1440, 360])('at %i px no element moves without an action', (width) => {
  const screen = sharedFixture(async () => {
    // With the real clock: frames that a moved one holds back would hide a shift.
    const context = await openContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.addInitScript(observeShifts);
    return { page, close: () => context.close() };
  });

  test.each(VIEWS)('on %s', async (_name, at, there) => {
    const { page } = screen;
    // Each view is loaded into an empty page.
    await loadEmptyPage(page, `${dashboard.service.origin}/api/health`);
    // Answers come late, as over a slow line, so that the shapes are painted before them.
    onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
    await page.route(isAnswer, async (route) => {
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      await route.continue();
    });
    await page.goto(`${dashboard.service.origin}/api/dashboard${at}`);
    await page.locator(there).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    expect(await shifted(page)).toBeLessThan(MOST);
  });

  const mia = sharedFixture(async () => {
    const seat = await office.agent('Mia Berg', { viewport: { width, height: 800 } });
    await seat.page.addInitScript(observeShifts);
    return seat;
  });

  test('at the agent desk during loading and while others write', async () => {
    const waiting = await office.conversation('human_requested', 'Hello?');
    await mia.page.reload();
    await mia.row(waiting).waitFor();
    const second = await office.conversation('human_requested', 'And me?');
    await mia.row(second).waitFor();
    expect(await shifted(mia.page)).toBeLessThan(MOST);
  });

  test('at the agent desk when the connection is lost and restored', async () => {
    await mia.page.reload();
    await mia.list.waitFor();
    const top = () => mia.list.evaluate((pane) => pane.getBoundingClientRect().top);
    onTestFinished(() => mia.context.setOffline(false));
    await mia.context.setOffline(true);
    await mia.page.getByText('Connection lost.').waitFor();
    expect(await top()).toBe(0);
    await mia.context.setOffline(false);
    await mia.page.getByText('Connected.').waitFor();
    expect(await top()).toBe(0);
  });

  test('at the agent desk when the status of the plan arrives late', async () => {
    const over = { seatQuota: 2, seatsUsed: 3, exceeded: true, daysOverQuota: 1, gracePeriodDays: 14 };
    const plan = { planId: 'start', planDisplayName: 'Start', ...over, blocked: false, upgradeUrl: '' };
    const asked = Promise.withResolvers<Route>();
    onTestFinished(() => mia.page.unrouteAll({ behavior: 'ignoreErrors' }));
    await mia.page.route('**/api/plan', asked.resolve);
    const waiting = await office.conversation('human_requested', 'Hello?');
    await mia.page.reload();
    await mia.row(waiting).waitFor();
    const places = () =>
      mia.page
        .locator('.pane-head, [data-session]')
        .evaluateAll((found) => found.map((one) => one.getBoundingClientRect().top));
    const before = await places();
    await (await asked.promise).fulfill({ json: plan });
    await mia.page.getByText('Start plan: over the seat limit').waitFor();
    expect(await places()).toEqual(before);
  });
});
