import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Transcript } from '../../src/admin/wire/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { violations } from '../support/browser/axe.ts';
import { hoursAgo, minutesAgo, SHOP, startDashboard, words } from './support/dashboard.ts';

let handedOver: string;

const dashboard = sharedFixture(() => startDashboard({ settings: { ALLOWED_ORIGINS: SHOP } }));
beforeAll(async () => {
  handedOver = await dashboard.tell({
    startedAtMs: hoursAgo(20),
    origin: SHOP,
    events: [
      { visitor: 'Where is my order?' },
      {
        assistant: 'It is **on its way**.\n\n- Parcel 1\n- [Parcel 2](https://shop.example.com/2)',
        tokens: [1200, 88],
        cost: 0.0012,
        rating: 'down',
        sources: [{ title: 'Shipping', url: 'https://shop.example.com/help' }],
        links: ['https://shop.example.com/2'],
        basis: {
          queries: ['parcel tracking'],
          sections: [
            { heading: 'Help › Shipping', fit: 0.83, cited: true },
            { heading: 'Help › Opening hours', fit: 0.2 },
          ],
          actions: [
            { name: 'find', title: 'Track an order', outcome: 'answered', status: 200, durationMs: 134 },
            { name: 'eta', title: 'Delivery day', outcome: 'failed', reason: 'timeout', durationMs: 5000 },
          ],
          model: 'gpt-5.6-luna',
          inputTokens: 1200,
          outputTokens: 88,
          cost: 0.0012,
        },
      },
      { visitor: 'It is not' },
      { assistant: 'I cannot see that.', tokens: [1300, 20], cost: 0.0004, unanswered: true },
      { asksForPerson: true },
      { after: 60, claimedBy: 'Dana Meyer' },
      { after: 30, agent: 'I am **looking**.' },
      { closed: true },
    ],
  });
  for (let index = 0; index < 60; index++) {
    await dashboard.tell({
      startedAtMs: minutesAgo(60 - index / 2),
      events: [
        { visitor: `Question ${index}` },
        { assistant: 'Yes.', tokens: [10, 1], cost: index / 10_000 },
      ],
    });
  }
});

describe('the list of conversations', () => {
  test('keeps its header visible below the banner', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
    await page.mouse.wheel(0, 1200);
    const banner = page.getByRole('complementary', { name: 'No admin key' });
    await expect
      .poll(async () => (await page.getByRole('columnheader', { name: 'Started' }).boundingBox())?.y)
      .toBe((await banner.boundingBox())?.height);
  });

  test('loads further pages at its end, each conversation once', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    const names = await page.locator('tbody .row-link').allInnerTexts();
    expect(names).toHaveLength(61);
    expect(new Set(names).size).toBe(61);
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('shows why the next page could not be loaded, and loads it on request', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    const next = (url: URL) => url.searchParams.has('cursor');
    await page.route(next, (route) => route.abort());
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor();
    await page.unroute(next);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('shows visitor, last message, source and agent, and the source domain of closed conversations', async () => {
    const { page, complaints } = await dashboard.revisit({ at: '#/conversations?status=closed' });
    const row = page.locator('.conversations tbody tr').first();
    await row.getByText('I am looking.').waitFor();
    await expect.poll(() => page.locator('.conversations thead').innerText()).toContain('Source domain');
    const cells = await row.locator('td').allInnerTexts();
    expect(cells[0]).toMatch(/^Visitor [0-9A-F]{4}/);
    expect(cells.slice(1, 5)).toEqual([
      'I am looking.',
      'shop.example.com',
      expect.stringContaining('—'),
      'Dana Meyer',
    ]);
    await page.getByRole('button', { name: 'Closed', exact: true }).last().click();
    await expect.poll(() => page.url()).toContain('order=oldest');
    expect(complaints).toEqual([]);
  });

  test('is filtered by rating, language and agent, and the address keeps the filter', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('combobox', { name: 'Rating' }).selectOption({ label: 'Answer rated not helpful' });
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(page.url()).toContain('rating=answer-not-helpful');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German' });
    await page.getByText('No conversations found').waitFor();
    await page.reload();
    await page.getByText('No conversations found').waitFor();
    await page.getByRole('link', { name: 'see all conversations' }).click();
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
  });

  test('is filtered by a range of days and requires both', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('combobox', { name: 'Time' }).selectOption({ label: 'Days…' });
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
    await page.getByLabel('From').fill('2026-11-20');
    await page.getByLabel('To', { exact: true }).fill('2026-11-19');
    await page.getByText('Enter a first day and a last day after it.').waitFor();
    await page.getByLabel('From').fill('2026-11-19');
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  });

  test('has its filters behind a button at 390 px, and fits', async () => {
    const { page } = await dashboard.visit({ at: '#/conversations', width: 390 });
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
    const rating = page.getByRole('combobox', { name: 'Rating' });
    await expect.poll(() => rating.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await rating.selectOption({ label: 'Not answered' });
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['#/closed-chats', 'status=closed'],
    ['#/search?q=parcel', 'q=parcel'],
  ])('opens at the former address %s', async (at, filter) => {
    const { page } = await dashboard.visit({ at });
    await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
    await expect.poll(() => page.url()).toContain(`#/conversations?${filter}`);
  });

  test('is restored with its scroll position by the back button', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations?rating=&language=' });
    const link = page.getByRole('link', { name: 'Question 20' });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(200);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Question 20' }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await link.waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });
});

describe('a transcript', () => {
  test('shows authors, times, sources and cost', async () => {
    const { page, complaints } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    const entries = page.locator('.thread .entry');
    const texts = async () => await Promise.all((await entries.all()).map(words));
    await expect
      .poll(texts)
      .toEqual([
        'Visitor 22:24 Where is my order?',
        'Assistant 22:24 It is on its way. Parcel 1 Parcel 2 Source: Shipping Rated not helpful Correct Keep as test Why this answer',
        'Visitor 22:24 It is not',
        'Assistant 22:24 I cannot see that. Not answered Correct Keep as test',
        'The visitor asked for a person. 22:24',
        'Dana Meyer 22:25 I am looking.',
      ]);
    await expect
      .poll(() => page.locator('.thread strong').allInnerTexts())
      .toEqual(['on its way', 'looking']);
    expect(await words(page.getByRole('complementary', { name: 'About this conversation' }))).toMatch(
      /Status Closed Origin shop\.example\.com .* Messages 6/,
    );
    expect(complaints).toEqual([]);
  });

  test('shows the recorded reasons of an answer', async () => {
    const { page, complaints } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    const why = page.locator('.thread details');
    await why.locator('summary').click();
    await expect
      .poll(() => words(why))
      .toBe(
        'Why this answer Searched for The visitor’s question “parcel tracking” Sections given to the model Help › Shipping Cited · Strong match Help › Opening hours Weak match Actions Track an order Answered · 200 · 134 ms Delivery day Failed · 5000 ms The API did not answer within 5 seconds. Model gpt-5.6-luna',
      );
    await expect.poll(() => why.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('has a link for sharing, and its id is not part of any request address', async () => {
    const { page, context } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    const pages: string[] = [];
    other.on('request', (request) => request.isNavigationRequest() && pages.push(request.url()));
    await other.goto(link);
    await other.getByRole('heading', { level: 1, name: 'Where is my order?' }).waitFor();
    expect(pages.join()).not.toContain(handedOver);
  });

  test('is downloaded as the JSON of the API', async () => {
    const { page } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSON' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`conversation-${handedOver}.json`);
    const transcript = Transcript.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(transcript).toMatchObject({ sessionId: handedOver, origin: SHOP });
    expect(transcript.messages).toHaveLength(6);
  });

  test('is deleted only after a confirmation', async () => {
    const sessionId = await dashboard.tell({
      startedAtMs: minutesAgo(1),
      events: [{ visitor: 'Forget me' }],
    });
    const { page } = await dashboard.revisit({ at: `#/conversations/${sessionId}` });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forget me' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete conversation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Forget me' }).count()).toBe(0);
    await page.goto(`${dashboard.service.origin}/api/dashboard#/conversations/${sessionId}`);
    await page.getByText('Conversation not found').waitFor();
  });
});
