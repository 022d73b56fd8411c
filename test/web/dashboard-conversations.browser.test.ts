import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Transcript } from '../../src/wire/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
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

describe('Top sessions (24h)', () => {
  test('has an Origin column, with a dash where none was recorded', async () => {
    const { page, complaints } = await dashboard.revisit();
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
    const table = page.getByRole('table', { name: 'Top sessions of the last 24 hours' });
    expect((await table.locator('thead').innerText()).split(/\s*\t\s*|\n/)).toEqual(
      expect.arrayContaining(['Conversation', 'Origin', 'Status', 'Messages', 'Tokens', 'Cost', 'Started']),
    );
    expect(await table.locator('tbody tr').first().locator('td').nth(1).innerText()).toMatch(/^—/);
    await page.getByRole('button', { name: 'Started' }).click();
    expect(complaints).toEqual([]);
  });

  test('is sorted by cost, or by time, and says which', async () => {
    const { page } = await dashboard.revisit();
    const costs = page.locator('tbody td:nth-child(6)');
    await expect.poll(async () => (await costs.allInnerTexts()).slice(0, 2)).toEqual(['$0.0059', '$0.0058']);
    expect(await page.getByRole('columnheader', { name: 'Cost' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await page.getByRole('button', { name: 'Started' }).click();
    await page.locator('th[aria-sort] button', { hasText: 'Started' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Cost' }).getAttribute('aria-sort')).toBeNull();
  });

  test('keeps its head in sight below the banner', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('link', { name: 'Question 59' }).waitFor();
    await page.mouse.wheel(0, 1200);
    const banner = page.getByRole('complementary', { name: 'No admin key' });
    await expect
      .poll(async () => (await page.getByRole('columnheader', { name: 'Cost' }).boundingBox())?.y)
      .toBe((await banner.boundingBox())?.height);
  });

  test('is walked with the arrow keys and opened with Enter', async () => {
    const { page } = await dashboard.revisit();
    await page.getByRole('link', { name: 'Question 59' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Question 58' }).waitFor();
  });
});

describe('the list of conversations', () => {
  test('grows at its end until it is whole, each conversation once', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    const names = await page.locator('tbody .row-link').allInnerTexts();
    expect(names).toHaveLength(61);
    expect(new Set(names).size).toBe(61);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('says why its next page could not be loaded, and loads it when asked again', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    const next = (url: URL) => url.searchParams.has('cursor');
    await page.route(next, (route) => route.abort());
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor();
    await page.unroute(next);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('is narrowed by status, and says so where nothing is left', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations' });
    await page.getByRole('button', { name: 'Closed' }).click();
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'With an agent' }).click();
    await page.getByText('No conversations found').waitFor();
  });

  test('is where the back button returns to, as it was and where it was', async () => {
    const { page } = await dashboard.revisit({ at: '#/conversations?sortBy=cost' });
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
  test('reads like the conversation: authors, times, what an answer rests on, what it cost', async () => {
    const { page, complaints } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    const entries = page.locator('.thread .entry');
    const texts = async () => await Promise.all((await entries.all()).map(words));
    await expect
      .poll(texts)
      .toEqual([
        'Visitor 22:24 Where is my order?',
        'Assistant 22:24 It is on its way. Parcel 1 Parcel 2 Source: Shipping Rated not helpful 1,200 tokens in, 88 out · $0.0012 · gpt-5-mini Keep as test Why this answer',
        'Visitor 22:24 It is not',
        'Assistant 22:24 I cannot see that. Not answered 1,300 tokens in, 20 out · $0.0004 · gpt-5-mini Keep as test',
        'The visitor asked for a person. 22:24',
        'Dana Meyer 22:25 I am looking.',
      ]);
    expect(await page.locator('.thread strong').allInnerTexts()).toEqual(['on its way', 'looking']);
    expect(await words(page.getByRole('complementary', { name: 'About this conversation' }))).toMatch(
      /Status Closed Origin shop\.example\.com .* Messages 6 Tokens 2,500 in, 108 out Cost \$0\.0016/,
    );
    expect(complaints).toEqual([]);
  });

  test('says why an answer is as it is, where that was kept', async () => {
    const { page, complaints } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    const why = page.locator('.thread details');
    await why.locator('summary').click();
    expect(await words(why)).toBe(
      'Why this answer Searched for The visitor’s question “parcel tracking” Sections given to the model Help › Shipping Cited · Strong match Help › Opening hours Weak match Actions Track an order Answered · 200 · 134 ms Delivery day Failed · 5000 ms The API did not answer within 5 seconds. Used 1,200 tokens in, 88 out · $0.0012 · gpt-5.6-luna',
    );
    expect(await why.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('has a link to copy that leads back to it, and keeps its id out of every request', async () => {
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

  test('is downloaded as the JSON that the service gives', async () => {
    const { page } = await dashboard.revisit({ at: `#/conversations/${handedOver}` });
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSON' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`conversation-${handedOver}.json`);
    const transcript = Transcript.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(transcript).toMatchObject({ sessionId: handedOver, origin: SHOP });
    expect(transcript.messages).toHaveLength(6);
  });

  test('is deleted only after a question, and is gone', async () => {
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
    expect(await page.getByRole('link', { name: 'Forget me' }).count()).toBe(0);
    await page.goto(`${dashboard.service.origin}/api/dashboard#/conversations/${sessionId}`);
    await page.getByText('Conversation not found').waitFor();
  });
});
