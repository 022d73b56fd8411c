import { beforeAll, expect, test } from 'vitest';
import { TagReply } from '../../src/wire/tags.ts';
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

test('finds messages by their words, marks them, and says where they come from', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/search' });
  await page.getByRole('searchbox').pressSequentially('oak cafe');
  const result = page.locator('.results .row-link');
  await expect.poll(() => result.locator('mark').allInnerTexts()).toEqual(['Café', 'oak', 'oak']);
  expect(await words(result.locator('.meta'))).toBe('Visitor shop.example.com 16:24');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('1 message');
  expect(page.url()).toMatch(/#\/search\?q=oak\+cafe$/);
  expect(complaints).toEqual([]);
});

test('the key for the search keeps what is searched for, and can be switched off', async () => {
  const { page } = await dashboard.visit({ at: '#/search?q=walnut' });
  const field = page.getByRole('searchbox');
  await page.locator('.results .row-link').first().focus();
  await page.keyboard.press('/');
  expect(await field.inputValue()).toBe('walnut');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('checkbox', { name: 'Open search with the / key' }).uncheck();
  await page.reload();
  expect(await page.locator('.search-field kbd').count()).toBe(0);
  await page.goto(`${dashboard.service.origin}/api/dashboard#/conversations`);
  await page.getByRole('link', { name: 'Hello' }).waitFor();
  await page.keyboard.press('/');
  expect(page.url()).toContain('#/conversations');
});

test('an empty page of results that has a next one is not the end', async () => {
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
  await page.goto(`${dashboard.service.origin}/api/dashboard#/search?q=oak`);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('.results .row-link mark').first().waitFor();
});

test('a result without an origin shows a dash', async () => {
  const { page } = await dashboard.visit({ at: '#/search?q=walnut' });
  await page.locator('.results .row-link').first().waitFor();
  expect(await words(page.locator('.results .meta').first())).toMatch(/^Visitor — /);
});

test('is walked with the arrow keys from the field, opens at the message, and is there on the way back', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type'));
  await page.getByRole('link', { name: 'Hello' }).waitFor();
  await page.keyboard.press('/');
  await expect.poll(focused).toBe('search');
  await page.keyboard.type('oak');
  await page.locator('.results .row-link').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.entry.wanted', { hasText: 'I need an oak one' }).waitFor();
  await page.goBack();
  expect(await page.getByRole('searchbox').inputValue()).toBe('oak');
  await page.locator('.results .row-link').waitFor();
  await expect.poll(focused).toBe('search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('search');
});

test('an address of another search, opened in the same window, is searched for, and a typed space stays', async () => {
  const { page } = await dashboard.visit({ at: '#/search?q=walnut' });
  const field = page.getByRole('searchbox');
  await page.locator('.results .row-link').first().waitFor();
  await page.evaluate(() => (location.hash = '#/search?q=oak+cafe'));
  await expect.poll(() => page.locator('.results .row-link').count()).toBe(1);
  expect(await field.inputValue()).toBe('oak cafe');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('walnut');
  await expect.poll(() => page.locator('.results .row-link').count()).toBeGreaterThan(1);
  await field.press('End');
  await field.pressSequentially(' shelf ');
  await expect.poll(() => page.url()).toMatch(/q=walnut\+shelf$/);
  expect(await field.inputValue()).toBe('walnut shelf ');
});

test('shows more at the end of a page of results, and says so where there is nothing', async () => {
  const { page } = await dashboard.visit({ at: '#/search?q=walnut' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.locator('.results .row-link').count()).toBe(35);
  await page.getByRole('searchbox').fill('walnut oak');
  await page.getByText('No messages found').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('Search all messages').waitFor();
});

test('a tag narrows the search, is in the address, and can be taken away', async () => {
  const TAG = { name: 'Urgent', color: 'red' };
  const { page, complaints } = await dashboard.visit({ at: '#/search' });
  const field = page.getByRole('searchbox');
  await field.fill('walnut');
  await page.locator('.results .row-link').first().waitFor();
  // A deployment without tags has no filter.
  expect(await page.getByRole('combobox', { name: 'Tag' }).count()).toBe(0);
  const created = await dashboard.service.post('/api/tags', TAG);
  const { tag } = TagReply.parse(await created.json());
  await page.reload();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Urgent' });
  await page.getByText('No messages found').waitFor();
  expect(page.url()).toContain(`tag=${tag.id}`);
  await field.fill('oak');
  expect(page.url()).toContain(`tag=${tag.id}`);
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('');
  await page.locator('.results .row-link', { hasText: 'oak' }).waitFor();
  expect(page.url()).not.toContain('tag=');
  expect(complaints).toEqual([]);
});

test('what is typed is text, whatever it looks like', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/search' });
  await page.getByRole('searchbox').fill('"oak* OR NEAR(');
  await page.locator('.results .row-link, .empty').first().waitFor();
  expect(complaints).toEqual([]);
});
