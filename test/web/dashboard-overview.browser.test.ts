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

describe('the overview', () => {
  test('begins with the people who wait, and compares every figure with its previous value', async () => {
    const { page, complaints } = await dashboard.visit();
    await page.getByText('$0.2542').waitFor();
    expect(await metric(page, 'Cost')).toBe('Cost $0.2542 ↑ up 100% from $0.1271 the previous day');
    await expect
      .poll(() => page.getByRole('region', { name: 'Answers' }).locator('h2').allInnerTexts())
      .toEqual([
        'Waiting for a person',
        'First agent reply',
        'Resolved by assistant',
        'Answer ratings',
        'Conversation ratings',
        'Left messages',
      ]);
    expect(await metric(page, 'Conversations')).toBe('Conversations 3 ↑ up 200% from 1 the previous day');
    expect(await metric(page, 'Messages')).toBe('Messages 6 ↑ up 200% from 2 the previous day');
    await expect.poll(() => page.getByText('Tokens').count()).toBe(0);
    expect(await tile(page, 'Resolved by assistant')).toContain('33% 100% the previous day');
    expect(await tile(page, 'First agent reply')).toContain('30 secs Median.');
    expect(await tile(page, 'Answer ratings')).toContain('1 helpful 1 not helpful');
    expect(complaints).toEqual([]);
  });

  test('shows the number of waiting visitors in the rail and the title, and the longest wait', async () => {
    const { page } = await dashboard.visit();
    await page.getByText('Longest wait 19 mins').waitFor();
    await expect.poll(() => page.title()).toBe('(1) Overview · Dashboard');
    expect(await words(page.getByRole('navigation').getByText('Conversations').locator('..'))).toBe(
      'Conversations 1 1 visitor waiting',
    );
    await page.locator('.tile.urgent a').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'I was charged twice' }).waitFor();
  });

  test('shows seven days after one click, and the address keeps the range and the chosen figure', async () => {
    const { page } = await dashboard.visit();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByText('$0.3813').waitFor();
    expect(await metric(page, 'Cost')).toContain('No data for the previous week');
    expect(page.url()).toMatch(/#\/\?window=7d$/);
    await page.reload();
    await page.getByText('$0.3813').waitFor();
    await page.getByRole('button', { name: 'Messages' }).click();
    await expect.poll(() => page.url()).toMatch(/#\/\?window=7d&metric=messages$/);
  });

  test('without a publisher shows the plan only once its seats are in use', async () => {
    const { page } = await dashboard.visit();
    const plan = page.getByRole('region', { name: 'Plan' });
    await page.getByText('$0.2542').waitFor();
    await expect.poll(() => plan.count()).toBe(0);
    await expect.poll(() => page.getByText(/seat|upgrade/i).count()).toBe(0);
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
