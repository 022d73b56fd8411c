import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, startDashboard, words } from './support/dashboard.ts';

const dashboard = sharedFixture(() => startDashboard());
beforeAll(async () => {
  for (const [hours, agent, rated] of [
    [3, 'Dana Meyer', 'helpful'],
    [27, 'Dana Meyer', 'not helpful'],
    [24 * 20, '<b>Dana</b>', undefined],
  ] as const) {
    await dashboard.tell({
      startedAtMs: hoursAgo(hours),
      events: [
        { visitor: 'Where is my order?' },
        { asksForPerson: true },
        { after: 60, claimedBy: agent },
        { after: 30, agent: 'It arrives today.' },
        { after: 510, closed: true, rated },
      ],
    });
  }
});

describe('the reports', () => {
  test('show the last 30 days in total, by agent and by reason', async () => {
    const { page, complaints } = await dashboard.revisit({ at: '#/reports' });
    const totals = page.getByRole('region', { name: 'Closed by agents' });
    await totals.waitFor();
    expect(await words(totals)).toBe(
      'Closed by agents Conversations 3 0 in the 30 days before First reply 1 min Median. No data for the 30 days before Time to close 10 mins Median. No data for the 30 days before Rated helpful 50% 2 of 3 rated. No data for the 30 days before',
    );
    const agents = page.getByRole('table', { name: 'By agent' });
    expect(await words(agents.locator('tbody'))).toBe('Dana Meyer 3 1 min 10 mins 50% of 2');
    const reasons = page.getByRole('table', { name: 'Handoffs by reason' });
    expect(await words(reasons.locator('tbody'))).toBe('Visitor asked for a person 3 1 min 10 mins 50% of 2');
    await expect.poll(() => page.title()).toBe('Reports · Dashboard');
    expect(complaints).toEqual([]);
  });

  test('have a chart of the hours in the reader’s time zone, with arrow keys, and a table', async () => {
    const { page } = await dashboard.revisit({ at: '#/reports?days=7' });
    const chart = page.getByRole('group', { name: 'Conversations by hour of the day' });
    await chart.focus();
    await page.keyboard.press('Home');
    const said = () => chart.getByRole('status').innerText();
    await expect.poll(said).toBe('00:00 – 01:00: Conversations 0');
    // 14:24 UTC, three hours ago and a day before.
    for (let hour = 0; hour < 15; hour++) await page.keyboard.press('ArrowRight');
    await expect.poll(said).toBe('15:00 – 16:00: Conversations 2');
    expect((await chart.locator('.card-of-chart').innerText()).replaceAll(/\s+/g, ' ')).toBe(
      '15:00 – 16:00 2 First reply 1 min Time to close 10 mins Rated helpful 50% of 2',
    );
    const hours = page.getByRole('region', { name: 'Conversations by hour of the day' });
    await hours.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('table', { name: 'Conversations by hour of the day' });
    await expect.poll(() => table.locator('tbody tr').count()).toBe(24);
    expect(await words(table.locator('tbody tr').nth(15))).toBe('15:00 – 16:00 2 1 min 10 mins 50% of 2');
  });

  test('are saved as a CSV file', async () => {
    const { page } = await dashboard.revisit({ at: '#/reports?days=90' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('team-report-90-days.csv');
    expect(await readFile(await file.path(), 'utf8')).toContain('Agent,Dana Meyer,3,90,600,1,1\r\n');
  });
});
