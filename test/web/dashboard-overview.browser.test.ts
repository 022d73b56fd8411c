import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, minutesAgo, SHOP, startDashboard, words } from './support/dashboard.ts';

const dashboard = sharedFixture(() => startDashboard({ settings: { ALLOWED_ORIGINS: SHOP } }));
beforeAll(async () => {
  await dashboard.tell({
    startedAtMs: hoursAgo(3),
    origin: SHOP,
    events: [
      { visitor: 'Do you ship to Norway?' },
      { assistant: 'Yes, in three days.', tokens: [1200, 300], cost: 0.0042, rating: 'up' },
    ],
  });
  await dashboard.tell({
    startedAtMs: hoursAgo(2),
    events: [
      { visitor: 'Where is my order?' },
      { assistant: 'I will ask a person.', tokens: [500, 100], cost: 0.25, rating: 'down', unanswered: true },
      { asksForPerson: true },
      { after: 60, claimedBy: 'Dana Meyer' },
      { after: 30, agent: 'It arrives today.' },
      { closed: true },
    ],
  });
  await dashboard.tell({
    startedAtMs: hoursAgo(40),
    origin: SHOP,
    events: [{ visitor: 'Is the lamp in stock?' }, { assistant: 'It is.', tokens: [500, 50], cost: 0.1271 }],
  });
  await dashboard.tell({
    startedAtMs: minutesAgo(20),
    origin: SHOP,
    events: [{ visitor: 'I was charged twice' }, { asksForPerson: true }],
  });
});

const metric = (page: Page, name: string) => words(page.locator('.metric', { hasText: name }));
const tile = (page: Page, name: string) => words(page.locator('.tile', { hasText: name }));

describe('at a glance', () => {
  test('every figure stands with what it was before', async () => {
    const { page, complaints } = await dashboard.visit();
    await page.getByText('$0.2542').waitFor();
    expect(await metric(page, 'Cost')).toBe('Cost $0.2542 ↑ up 100% from $0.1271 the previous day');
    expect(await metric(page, 'Conversations')).toBe('Conversations 3 ↑ up 200% from 1 the previous day');
    expect(await metric(page, 'Messages')).toBe('Messages 6 ↑ up 200% from 2 the previous day');
    expect(await metric(page, 'Tokens')).toBe('Tokens 2,100 ↑ up 282% from 550 the previous day');
    expect(await tile(page, 'Resolved by assistant')).toContain('33% 100% the previous day');
    expect(await tile(page, 'First agent reply')).toContain('30 secs Median.');
    expect(await tile(page, 'Answer ratings')).toContain('1 helpful 1 not helpful');
    expect(complaints).toEqual([]);
  });

  test('visitors who wait for a person are counted in the rail and the title, and the longest wait is told', async () => {
    const { page } = await dashboard.visit();
    await page.getByText('Longest wait 19 mins').waitFor();
    expect(await page.title()).toBe('(1) Overview · Dashboard');
    expect(await words(page.getByRole('navigation').getByText('Conversations').locator('..'))).toBe(
      'Conversations 1 1 visitor waiting',
    );
    await page.locator('.tile.urgent a').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'I was charged twice' }).waitFor();
  });

  test('seven days are one press away, and the address keeps them', async () => {
    const { page } = await dashboard.visit();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByText('$0.3813').waitFor();
    expect(await metric(page, 'Cost')).toContain('No data for the previous week');
    expect(page.url()).toMatch(/#\/\?window=7d$/);
    await page.reload();
    await page.getByText('$0.3813').waitFor();
  });

  test('the plan says what its seats mean', async () => {
    const { page } = await dashboard.visit();
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByText('0 of 2 seats').waitFor();
    expect(await words(plan)).toContain('An agent uses a seat when claiming a conversation');
    await page.route('**/api/plan', (route) =>
      route.fulfill({
        json: {
          ...{ planId: 'start', planDisplayName: 'Start', seatQuota: 2, seatsUsed: 3, exceeded: true },
          ...{ daysOverQuota: 3, gracePeriodDays: 14, blocked: false, upgradeUrl: 'https://example.com/up' },
        },
      }),
    );
    await page.clock.runFor(10_000);
    await plan.getByText('Over the seat limit. 11 days to upgrade').waitFor();
    expect(await words(plan)).toContain('3 agents on 2 seats. ');
  });
});

describe('the chart', () => {
  test('reads a bar under the mouse, and nothing beside the chart', async () => {
    const { page } = await dashboard.visit();
    const plot = page.locator('.chart .u-over');
    const box = await plot.boundingBox();
    if (!box) throw new Error('The chart is not drawn.');
    // Three hours and a bit ago, of 24 hours that end with this one.
    await page.mouse.move(box.x + box.width * (20.5 / 24), box.y + 20);
    const card = page.locator('.card-of-chart');
    expect(await card.innerText()).toMatch(/^Fri,? 20 Nov, 15:00 – 16:00/);
    expect(await card.locator('.value').innerText()).toBe('$0.0042');
    expect(await card.innerText()).toMatch(/Input tokens\s+1,200[\s\S]*Output tokens\s+300/);
    await page.mouse.move(box.x, box.y - 40);
    await expect.poll(() => card.count()).toBe(0);
  });

  test('is walked with the arrow keys, and says each bar', async () => {
    const { page } = await dashboard.visit();
    const chart = page.getByRole('group', { name: 'Cost over time' });
    await chart.focus();
    await page.keyboard.press('End');
    const said = () => chart.getByRole('status').innerText();
    await expect.poll(said).toMatch(/18:00 – 19:00: Cost \$0\.00$/);
    for (let hour = 0; hour < 3; hour++) await page.keyboard.press('ArrowLeft');
    await expect.poll(said).toMatch(/15:00 – 16:00: Cost \$0\.0042$/);
    expect(await page.locator('.card-of-chart .value').innerText()).toBe('$0.0042');
    await page.keyboard.press('Home');
    await expect.poll(said).toMatch(/^Thu,? 19 Nov, 19:00 – 20:00/);
  });

  test('shows any of the four figures, and all of them as a table with their sum', async () => {
    const { page } = await dashboard.visit();
    await page.getByRole('button', { name: 'Conversations' }).click();
    await page.getByRole('group', { name: 'Conversations over time' }).waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('region', { name: 'Figures over time' });
    expect(await table.locator('tbody tr').count()).toBe(24);
    expect((await table.locator('tfoot').innerText()).split(/\s+/)).toEqual([
      'Total',
      '3',
      '6',
      '1,700',
      '400',
      '$0.2542',
    ]);
  });
});
