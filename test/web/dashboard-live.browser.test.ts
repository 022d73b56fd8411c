import { expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { minutesAgo, startDashboard } from './support/dashboard.ts';
import { holdAnswers } from './support/held-answers.ts';

const dashboard = freshFixture(() => startDashboard());

const question = (visitor: string, ...more: { asksForPerson: true }[]) => ({
  startedAtMs: minutesAgo(3),
  events: [{ visitor }, ...more],
});

test('new conversations and requests for a person appear without a reload', async () => {
  await dashboard.tell(question('Is anybody there?'));
  const { page, complaints } = await dashboard.visit({ at: '#/conversations' });
  await page.getByRole('link', { name: 'Is anybody there?' }).waitFor();
  await dashboard.tell(question('I want to talk to somebody', { asksForPerson: true }));
  await page.clock.runFor(10_000);
  await page.getByRole('link', { name: 'I want to talk to somebody' }).waitFor();
  await page.getByRole('navigation').getByText('1 visitor waiting').waitFor();
  await expect.poll(() => page.title()).toBe('(1) Conversations · Dashboard');
  expect(complaints).toEqual([]);
});

test('a wait under a minute is updated every second', async () => {
  await dashboard.tell({
    startedAtMs: minutesAgo(0.5),
    events: [{ visitor: 'I want to talk to somebody' }, { asksForPerson: true }],
  });
  const { page } = await dashboard.visit();
  const asked: string[] = [];
  const wait = page.locator('.tile', { hasText: 'Waiting for a person' }).getByText(/^Longest wait .*\d/);
  await wait.waitFor();
  page.on('request', (request) => asked.push(request.url()));
  const before = await wait.innerText();
  await page.clock.runFor(1_000);
  await expect.poll(() => wait.innerText()).not.toBe(before);
  expect(asked).toEqual([]);
});

test('a problem that health reports is shown in words, even if nothing else can be loaded', async () => {
  const message = 'The database does not answer. Check COSMOS_ENDPOINT and the state of the database.';
  const { page } = await dashboard.visit();
  await page.getByText(/^Live, updated/).waitFor();
  const problems = [{ component: 'database', reason: 'unreachable', setting: 'COSMOS_ENDPOINT', message }];
  const fulfill = (status: number) =>
    page.route('**/api/health', (route) => route.fulfill({ status, json: { ok: status === 200, problems } }));
  await fulfill(503);
  await page.clock.runFor(10_000);
  const notice = page.getByRole('region', { name: 'Service status' });
  await notice.getByText(message).waitFor();
  await page.unroute('**/api/health');
  await page.clock.runFor(30_000);
  await notice.waitFor({ state: 'detached' });
  await fulfill(200);
  await page.clock.runFor(10_000);
  await notice.getByText(message).waitFor();
});

test('a hidden page sends no requests, and is updated when it becomes visible', async () => {
  const { page } = await dashboard.visit({ at: '#/conversations' });
  await page.getByText('No conversations yet').waitFor();
  const see = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await see(true);
  await dashboard.tell(question('Hello?'));
  await page.clock.runFor(120_000);
  expect(asked).toEqual([]);
  await see(false);
  await page.getByRole('link', { name: 'Hello?' }).waitFor();
});

test('during an outage the figures stay, and the page shows since when', async () => {
  await dashboard.tell(question('Is anybody there?'));
  const { page } = await dashboard.visit({ at: '#/conversations' });
  await page.getByRole('link', { name: 'Is anybody there?' }).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.clock.runFor(10_000);
  const stale = page.getByText(/Last updated .+ The service could not be reached\./);
  await stale.waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Is anybody there?' }).count()).toBe(1);
  const release = await holdAnswers(page, '**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await release();
  await page.getByText(/^Live, updated/).waitFor();
});

test('a view that cannot be loaded shows an error and links to other views', async () => {
  const { page } = await dashboard.visit({ at: '#/questions' });
  await page.getByText('No questions to review').waitFor();
  await page.route('**/api/sessions*', (route) =>
    route.fulfill({ status: 503, json: { error: 'store-unavailable', message: 'The store is resting.' } }),
  );
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('alert').getByText('The store is resting.').waitFor();
  const release = await holdAnswers(page, '**/api/sessions*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await release();
  await page.getByText('No conversations yet').waitFor();
});

test('numbers and times are formatted for the reader’s language and time zone', async () => {
  await dashboard.tell({
    startedAtMs: minutesAgo(90),
    events: [{ visitor: 'Bonjour' }, { assistant: 'Bonjour.', tokens: [12_000, 345], cost: 0.0042 }],
  });
  const { page } = await dashboard.visit({ at: '#/cost', locale: 'de-DE' });
  const row = page.getByRole('row', { name: /Bonjour/ });
  await row.waitFor();
  await expect.poll(() => row.innerText()).toMatch(/12\.345\s+0,0042\s\$\s+16:54/);
});

test('a transcript is loaded again only when it has changed', async () => {
  const sessionId = await dashboard.tell(question('How long is the return period?'));
  const { page } = await dashboard.visit({ at: `#/conversations/${sessionId}` });
  await page.getByText(/^Live, updated/).waitFor();
  const poll = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/transcript'));
    await page.clock.runFor(10_000);
    return (await answered).status();
  };
  expect(await poll()).toBe(304);
  const agent = { oid: 'oid-1', name: 'Mia' };
  await dashboard.service.services.notes.add(sessionId, agent, { content: 'A regular customer.' });
  expect(await poll()).toBe(200);
  await page.getByText('A regular customer.').waitFor();
  expect(await poll()).toBe(304);
  await expect.poll(() => page.getByText('A regular customer.').isVisible()).toBe(true);
});
