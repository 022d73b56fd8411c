import { beforeAll, expect, test } from 'vitest';
import { TagReply } from '../../src/conversations/wire/tags.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, SHOP, startDashboard, words } from './support/dashboard.ts';

const dashboard = sharedFixture(() => startDashboard({ settings: { ALLOWED_ORIGINS: SHOP } }));
beforeAll(async () => {
  await dashboard.tell({
    startedAtMs: hoursAgo(2),
    origin: SHOP,
    events: [
      { visitor: 'Hello' },
      { assistant: 'Hello. How can we help?' },
      { visitor: 'Is the Café table made of oak? I need an oak one.' },
    ],
  });
  for (let index = 0; index < 35; index++) {
    await dashboard.tell({
      startedAtMs: hoursAgo(30 + index),
      events: [{ visitor: `Walnut shelf ${index}` }],
    });
  }
});

test('the search finds messages by their words, marks them and shows their source', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/conversations' });
  await page.getByRole('searchbox', { name: 'Search conversations' }).pressSequentially('oak cafe');
  const result = page.locator('.results .row-link');
  await expect.poll(() => result.locator('mark').allInnerTexts()).toEqual(['Café', 'oak', 'oak']);
  expect(await words(result.locator('.meta'))).toBe('Visitor shop.example.com 16:24');
  await expect.poll(() => page.locator('[role=status]').last().innerText()).toBe('1 message');
  expect(page.url()).toMatch(/#\/conversations\?q=oak\+cafe$/);
  expect(complaints).toEqual([]);
});

test('Ctrl K opens the search and keeps the search text', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations?q=walnut' });
  const field = page.getByRole('searchbox', { name: 'Search conversations' });
  await page.locator('.results .row-link').first().focus();
  await page.keyboard.press('Control+k');
  await expect.poll(() => field.inputValue()).toBe('walnut');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goto(`${dashboard.service.origin}/api/dashboard#/settings`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Meta+k');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('an empty page of results with a next page offers to show more', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations' });
  await page.getByRole('link', { name: 'Hello' }).waitFor();
  await page.route('**/api/sessions/search?*', (route) =>
    route.request().url().includes('cursor=')
      ? route.continue({
          url: route
            .request()
            .url()
            .replace(/&cursor=[^&]*/, ''),
        })
      : route.fulfill({ json: { query: 'oak', results: [], nextCursor: 'next' } }),
  );
  await page.goto(`${dashboard.service.origin}/api/dashboard#/conversations?q=oak`);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('.results .row-link mark').first().waitFor();
});

test('results are navigated with the arrow keys, open at the message, and are restored on the way back', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type'));
  await page.getByRole('link', { name: 'Hello' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect.poll(focused).toBe('search');
  await page.keyboard.type('oak');
  await page.locator('.results .row-link').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.entry.wanted', { hasText: 'I need an oak one' }).waitFor();
  await page.goBack();
  await expect
    .poll(() => page.getByRole('searchbox', { name: 'Search conversations' }).inputValue())
    .toBe('oak');
  await page.locator('.results .row-link').waitFor();
  await expect.poll(focused).toBe('search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused()).toBe('search');
});

test('another search address in the same window is searched, and a typed space stays in the field', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations?q=walnut' });
  const field = page.getByRole('searchbox', { name: 'Search conversations' });
  await page.locator('.results .row-link').first().waitFor();
  await page.evaluate(() => (location.hash = '#/conversations?q=oak+cafe'));
  await expect.poll(() => page.locator('.results .row-link').count()).toBe(1);
  await expect.poll(() => field.inputValue()).toBe('oak cafe');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('walnut');
  await expect.poll(() => page.locator('.results .row-link').count()).toBeGreaterThan(1);
  await field.press('End');
  await field.pressSequentially(' shelf ');
  await expect.poll(() => page.url()).toMatch(/q=walnut\+shelf$/);
  await expect.poll(() => field.inputValue()).toBe('walnut shelf ');
});

test('results load further pages on request, and a search without results says so', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations?q=walnut' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.locator('.results .row-link').count()).toBe(35);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('walnut oak');
  await page.getByText('Nothing found').waitFor();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('');
  await page.getByRole('link', { name: 'Hello' }).waitFor();
});

test('a tag filters the search, is part of the address, and can be removed', async () => {
  const TAG = { name: 'Urgent', color: 'red' };
  const { page, complaints } = await dashboard.visit({ at: '#/conversations' });
  const field = page.getByRole('searchbox', { name: 'Search conversations' });
  await field.fill('walnut');
  await page.locator('.results .row-link').first().waitFor();
  // A deployment without tags has no filter.
  await expect.poll(() => page.getByRole('combobox', { name: 'Tag' }).count()).toBe(0);
  const created = await dashboard.service.post('/api/tags', TAG);
  const { tag } = TagReply.parse(await created.json());
  await page.reload();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Urgent' });
  await page.getByText('Nothing found').waitFor();
  expect(page.url()).toContain(`tag=${tag.id}`);
  await field.fill('oak');
  expect(page.url()).toContain(`tag=${tag.id}`);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('');
  await page.locator('.results .row-link', { hasText: 'oak' }).waitFor();
  expect(page.url()).not.toContain('tag=');
  expect(complaints).toEqual([]);
});
