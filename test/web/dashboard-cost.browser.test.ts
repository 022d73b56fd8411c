import { beforeAll, describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, SHOP, startDashboard, words } from './support/dashboard.ts';

const dashboard = sharedFixture(() =>
  startDashboard({ settings: { ALLOWED_ORIGINS: SHOP, DAILY_TOKEN_BUDGET: '10000' } }),
);
beforeAll(async () => {
  await dashboard.tell({
    startedAtMs: hoursAgo(3),
    origin: SHOP,
    events: [
      { visitor: 'Do you ship to Norway?' },
      { assistant: 'Yes, in three days.', tokens: [1200, 300], cost: 0.0042 },
    ],
  });
  await dashboard.tell({
    startedAtMs: hoursAgo(2),
    events: [
      { visitor: 'Where is my order?' },
      { assistant: 'It arrives today.', tokens: [500, 100], cost: 0.25 },
    ],
  });
  await dashboard.tell({
    startedAtMs: hoursAgo(40),
    events: [{ visitor: 'Is the lamp in stock?' }, { assistant: 'It is.', tokens: [500, 50], cost: 0.1271 }],
  });
});

test('the cost has a page of its own, linked from the figure on the overview', async () => {
  const { page, complaints } = await dashboard.visit();
  await page.getByRole('link', { name: /^Cost \$0\.2542/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Cost' }).waitFor();
  const metrics = page.locator('.metric');
  await page.getByText('2,100', { exact: true }).first().waitFor();
  expect(await words(metrics.nth(0))).toBe('Cost $0.2542 ↑ up 100% from $0.1271 the previous day');
  expect(await words(metrics.nth(1))).toBe('Tokens 2,100 ↑ up 282% from 550 the previous day');
  expect(complaints).toEqual([]);
});

test('the daily budget shows how much is used and where it is set', async () => {
  const { page } = await dashboard.visit({ at: '#/cost' });
  const budget = page.getByRole('region', { name: 'Daily budget' });
  await budget.getByText('2,100 of 10,000 tokens today (21%)').waitFor();
  await budget.getByText('DAILY_TOKEN_BUDGET').waitFor();
});

describe('Top sessions (24h)', () => {
  test('has an Origin column, with a dash if no origin was recorded', async () => {
    const { page, complaints } = await dashboard.revisit({ at: '#/cost' });
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    const table = page.getByRole('table', { name: 'Top sessions of the last 24 hours' });
    expect((await table.locator('thead').innerText()).split(/\s*\t\s*|\n/)).toEqual(
      expect.arrayContaining(['Conversation', 'Origin', 'Status', 'Messages', 'Tokens', 'Cost', 'Started']),
    );
    const origins = table.locator('tbody td.from');
    await expect.poll(() => origins.nth(0).innerText()).toMatch(/^—/);
    await expect.poll(() => origins.nth(1).innerText()).toBe('shop.example.com');
    expect(complaints).toEqual([]);
  });

  test('is sorted by cost or by time, and shows which', async () => {
    const { page } = await dashboard.revisit({ at: '#/cost' });
    const costs = page.locator('tbody td:nth-child(6)');
    await expect.poll(() => costs.allInnerTexts()).toEqual(['$0.2500', '$0.0042']);
    const heading = page.getByRole('columnheader', { name: 'Cost' });
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Started' }).click();
    await page.locator('th[aria-sort] button', { hasText: 'Started' }).waitFor();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBeNull();
  });
});

describe('the chart', () => {
  test('shows the value of the bar under the mouse, and nothing next to the chart', async () => {
    const { page } = await dashboard.visit({ at: '#/cost' });
    const plot = page.locator('.chart .u-over');
    const box = await plot.boundingBox();
    if (!box) throw new Error('The chart is not drawn.');
    // Three hours and a bit ago, of 24 hours that end with this one.
    await page.mouse.move(box.x + box.width * (20.5 / 24), box.y + 20);
    const card = page.locator('.card-of-chart');
    await expect.poll(() => card.innerText()).toMatch(/^Fri,? 20 Nov, 15:00 – 16:00/);
    await expect.poll(() => card.locator('.value').innerText()).toBe('$0.0042');
    await expect.poll(() => card.innerText()).toMatch(/Input tokens\s+1,200[\s\S]*Output tokens\s+300/);
    await page.mouse.move(box.x, box.y - 40);
    await expect.poll(() => card.count()).toBe(0);
  });

  test('shows tokens as well, and all values as a table with their sum', async () => {
    const { page } = await dashboard.visit({ at: '#/cost' });
    await page.getByRole('button', { name: 'Tokens' }).click();
    await page.getByRole('group', { name: 'Tokens over time' }).waitFor();
    await page.getByText('1,700 in, 400 out').waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('region', { name: 'Figures over time' });
    await expect.poll(() => table.locator('tbody tr').count()).toBe(24);
    expect((await table.locator('tfoot').innerText()).split(/\s+/)).toEqual([
      'Total',
      '1,700',
      '400',
      '$0.2542',
    ]);
  });
});
