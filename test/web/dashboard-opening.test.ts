import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstRequests } from '../../src/web/dashboard/first-requests.ts';
import { routeOf } from '../../src/web/ui/route.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, NOW, startDashboard } from './support/dashboard.ts';
import { holdAnswers } from './support/held-answers.ts';

const dashboard = sharedFixture(() => startDashboard());
let id: string;
beforeAll(async () => {
  id = await dashboard.tell({
    startedAtMs: hoursAgo(2),
    events: [{ visitor: 'Do you ship to Norway?' }, { assistant: 'We do.', tokens: [90, 8], cost: 0.001 }],
  });
});

const VIEWS: [name: string, at: string][] = [
  ['the overview', '#/'],
  ['the overview of a week', '#/?window=7d&sort=recent'],
  ['conversations', '#/conversations'],
  ['filtered conversations', '#/conversations?sortBy=cost&window=7d&status=claimed'],
  ['a conversation', '#/conversations/:id'],
  ['search', '#/search'],
  ['a search', '#/search?q=+Norway'],
  ['questions', '#/questions'],
  ['the questions of a day', '#/questions?window=24h'],
  ['a question', '#/questions/:id/4f9ad5e4-8a4b-4d0f-9b2e-4f2d1c3b2a10'],
  ['the team', '#/team'],
];
const DATA = /\/api\/(?!dashboard|pages\/)/;

/** An empty page of a reader whose clock moves only with the test, and what it asks the service for. */
async function emptyPage(): Promise<{ page: Page; asked: string[]; open: (at: string) => Promise<void> }> {
  const { page } = await dashboard.visit({ at: '#/search' });
  await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
  await page.goto('about:blank');
  await page.clock.pauseAt(NOW + 3_600_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (DATA.test(pathname)) asked.push(pathname + search);
  });
  const open = async (at: string) => {
    await page.goto(`${dashboard.service.origin}/api/dashboard${at}`, { waitUntil: 'commit' });
  };
  return { page, asked, open };
}

describe.each(VIEWS)('of %s', (_name, place) => {
  const addresses = () => firstRequests(routeOf(place.replace(':id', id)));

  test('all first requests leave before the page’s script has come', async () => {
    const { page, asked, open } = await emptyPage();
    const release = await holdAnswers(page, '**/pages/**/dashboard.js');
    await open(place.replace(':id', id));
    await expect.poll(() => asked.toSorted()).toEqual(addresses().toSorted());
    await release();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(asked.toSorted()).toEqual(expect.arrayContaining(addresses().toSorted()));
    await page.context().close();
  });

  test('the view asks for these alone before an answer comes, each once, and again with the next poll', async () => {
    const { page, asked, open } = await emptyPage();
    const release = await holdAnswers(page, DATA);
    await open(place.replace(':id', id));
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await page.waitForLoadState('load');
    await page.clock.runFor(1_000);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(asked.toSorted()).toEqual(addresses().toSorted());
    await release();
    const isDone = page.getByText(/^Live, updated|^Finds messages/).or(page.getByText('Question not found'));
    await isDone.first().waitFor();
    asked.length = 0;
    // A question that does not exist is asked for after a pause.
    await page.clock.runFor(30_000);
    // A search is not polled.
    const polled = addresses().filter((path) => !path.startsWith('/api/sessions/search'));
    await expect.poll(() => asked).toEqual(expect.arrayContaining(polled));
    await page.context().close();
  });
});

test('answers that are there in time are rendered at once, without placeholders', async () => {
  const { page, open } = await emptyPage();
  await page.addInitScript(() => {
    Reflect.set(window, 'placeholders', 0);
    const count = () => {
      const seen = document.querySelectorAll('.bar, [aria-busy=true]').length;
      Reflect.set(window, 'placeholders', Number(Reflect.get(window, 'placeholders')) + seen);
    };
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  });
  const placeholders = () => page.evaluate(() => Number(Reflect.get(window, 'placeholders')));
  for (const at of ['#/', '#/conversations', `#/conversations/${id}`, '#/search?q=Norway']) {
    await page.goto('about:blank');
    await open(at);
    await page.getByText('Do you ship to Norway?').first().waitFor();
    expect(await placeholders(), at).toBe(0);
  }
  const release = await holdAnswers(page, '**/api/sessions?*');
  await page.goto('about:blank');
  await open('#/conversations');
  await page.waitForLoadState('load');
  await page.clock.runFor(100);
  await expect.poll(placeholders).toBeGreaterThan(0);
  await release();
  await page.context().close();
});

test('an early request that is refused signs the reader out, and one that fails is sent again', async () => {
  const { page, asked, open } = await emptyPage();
  const thrown: Error[] = [];
  page.on('pageerror', (error) => thrown.push(error));
  await page.route('**/api/sessions?*', (route) => route.abort(), { times: 1 });
  await open('#/conversations');
  await page.getByText('Do you ship to Norway?').waitFor();
  expect(asked.filter((path) => path.startsWith('/api/sessions'))).toHaveLength(2);
  expect(thrown).toEqual([]);
  const refusal = { status: 401, json: { error: 'unauthorized', message: 'Sign in to continue.' } };
  await page.route(DATA, (route) => route.fulfill(refusal));
  await page.goto('about:blank');
  await open('#/conversations');
  await page.getByRole('dialog', { name: 'You are signed out' }).waitFor();
  await page.context().close();
});

test('a conversation that is not there is asked for once', async () => {
  const { page, asked, open } = await emptyPage();
  await open(`#/conversations/${crypto.randomUUID()}`);
  await page.getByText('Conversation not found').waitFor();
  expect(asked.filter((path) => path.endsWith('/transcript'))).toHaveLength(1);
  await page.context().close();
});

test('what covers the window from above is measured once, before the view is rendered', async () => {
  const { page, open } = await emptyPage();
  await page.addInitScript(() => {
    const measured: string[] = [];
    Reflect.set(window, 'measured', measured);
    const { setProperty } = CSSStyleDeclaration.prototype;
    CSSStyleDeclaration.prototype.setProperty = function (...given) {
      if (given[0] === '--above') measured.push(document.querySelector('h1')?.textContent ?? 'no view');
      setProperty.apply(this, given);
    };
  });
  await open('#/conversations');
  await page.getByText('Do you ship to Norway?').waitFor();
  await page.clock.runFor(1_000);
  expect(await page.evaluate(() => String(Reflect.get(window, 'measured')))).toBe('no view');
  await page.context().close();
});
