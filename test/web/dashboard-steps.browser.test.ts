import { beforeAll, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, startDashboard } from './support/dashboard.ts';

const dashboard = sharedFixture(() => startDashboard());
beforeAll(async () => {
  await dashboard.tell({ startedAtMs: hoursAgo(2), events: [{ visitor: 'A walnut shelf' }] });
  for (const hours of [1, 3]) {
    await dashboard.tell({
      startedAtMs: hoursAgo(hours),
      events: [{ visitor: `I have waited ${hours} hours` }, { asksForPerson: true }],
    });
  }
});

test('the longest wait is shown on the overview', async () => {
  const { page } = await dashboard.visit();
  await page.getByText('Longest wait 3 hr').waitFor();
});

test('a search is repeated after a minute, and not earlier', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations?q=walnut' });
  const result = page.locator('.results .row-link');
  // The first search is over, so it is not counted.
  await result.waitFor();
  let searches = 0;
  await page.route('**/api/sessions/search*', async (route) => {
    searches++;
    await route.continue();
  });
  const there = async () => {
    await result.click();
    await page.getByRole('heading', { name: 'A walnut shelf' }).waitFor();
  };
  await there();
  await page.goBack();
  await result.waitFor();
  expect(searches).toBe(0);
  await there();
  await page.clock.runFor(61_000);
  await page.goBack();
  await expect.poll(() => searches).toBe(1);
});

test.each([
  ['the cost by purpose', '#/cost', '**/api/cost?*'],
  ['the added answers', '#/questions', '**/api/answers'],
  ['the assistants that an assistant is chosen from', '#/settings/assistants/new', '**/api/assistants'],
])('%s: a failed load shows an error, with a way to try again', async (_what, at, path) => {
  const { page } = await dashboard.visit({ at: '#/conversations' });
  const body = JSON.stringify({ error: 'internal-error', message: 'Something went wrong here.' });
  await page.route(path, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
  await page.goto(`${dashboard.service.origin}/api/dashboard${at}`);
  const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong here.' });
  await notice.waitFor();
  await page.unroute(path);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => notice.count()).toBe(0);
});
