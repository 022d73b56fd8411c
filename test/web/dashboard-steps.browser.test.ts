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

test('the longest wait is first, and further pages are loaded on request', async () => {
  const { page } = await dashboard.visit();
  await page.route('**/api/sessions?sortBy=waiting*', async (route) => {
    // As a service would answer that has one conversation on a page.
    const address = new URL(route.request().url());
    address.searchParams.set('limit', '1');
    await route.continue({ url: address.href });
  });
  await page.getByText('Longest wait 3 hr').waitFor();
  await page.getByRole('link', { name: 'Team and plan' }).click();
  const rows = page.getByRole('region', { name: 'Waiting for a person' }).getByRole('listitem');
  await rows.first().getByText('I have waited 3 hours').waitFor();
  await page
    .getByRole('region', { name: 'Waiting for a person' })
    .getByRole('button', { name: 'Show more' })
    .click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.first().innerText()).toContain('I have waited 3 hours');
  expect(await rows.last().innerText()).toContain('I have waited 1 hours');
});

test('a search is made again after a minute, and not before', async () => {
  const { page } = await dashboard.visit({ at: '#/search?q=walnut' });
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

test('a day that is empty is asked for, and is not after the other', async () => {
  const { page } = await dashboard.visit({ at: '#/closed-chats' });
  await page.getByLabel('From').fill('');
  await page.getByText('Enter both days.').waitFor();
  await page.getByLabel('From').fill('2026-11-22');
  await page.getByText('The first day is after the last day.').waitFor();
});

test.each([
  ['the cost by purpose', '#/', '**/api/cost?*'],
  ['the added answers', '#/questions', '**/api/answers'],
  ['the assistants that an assistant is chosen from', '#/settings/assistants/new', '**/api/assistants'],
])('%s: what cannot be loaded says so, with a way to try again', async (_what, at, path) => {
  const { page } = await dashboard.visit({ at: '#/search' });
  const body = JSON.stringify({ error: 'internal-error', message: 'Something went wrong here.' });
  await page.route(path, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
  await page.goto(`${dashboard.service.origin}/api/dashboard${at}`);
  const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong here.' });
  await notice.waitFor();
  await page.unroute(path);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => notice.count()).toBe(0);
});
