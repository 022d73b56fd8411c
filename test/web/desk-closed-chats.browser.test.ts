import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { violations } from '../support/browser/axe.ts';
import { begin } from '../support/stores/conversations.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice, type DeskPage } from './support/office.ts';

const WIDGET = { id: randomUUID(), name: '=Shop <b>', primaryDomain: 'shop.example.com' };
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

let mia: DeskPage;
let signedIn: string;

const office = sharedFixture(() => startOffice());
beforeAll(async () => {
  const { conversations: store, close } = sqliteStore({ dataDir: office.service.dataDir });
  const closed = (hours: number, more: Partial<SessionRecord>) =>
    begin(store, 'Hello', {
      at: ago(hours + 1),
      session: {
        status: 'closed',
        humanRequestedAt: ago(hours + 0.5),
        claimedAt: ago(hours + 0.4),
        closedAt: ago(hours),
        claimedByName: 'Lee Okafor',
        ...more,
      },
    });
  await closed(30, { widget: WIDGET });
  await closed(20, { origin: 'https://help.example.com' });
  await closed(24 * 45, { origin: 'https://old.example.com' });
  for (let count = 0; count < 50; count++) await closed(2, { origin: 'https://many.example.com' });
  const visitor = { subject: 'google|17', name: 'Zoë Wilde', email: 'zoe@example.com', emailVerified: false };
  const { session } = await begin(store, 'Hello', {
    at: ago(0),
    session: { widget: WIDGET, visitor, origin: 'https://www.example.net:8443' },
  });
  signedIn = session.sessionId;
  await close();
  mia = await office.agent('Mia Berg', { acceptDownloads: true });
});
afterEach(() => mia.page.unrouteAll({ behavior: 'ignoreErrors' }));

const table = () => mia.page.getByRole('table', { name: 'Closed chats' });
const rows = () => table().locator('tbody tr:not(.shape)');
const domain = () => mia.page.getByRole('combobox', { name: 'Source domain' }).last();

describe('a visitor who has signed in with the directory of the widget', () => {
  test('is shown with the verified name, and unverified details are marked', async () => {
    await mia.button('All').click();
    await mia.row(signedIn).getByText('Zoë Wilde').waitFor();
    await mia.row(signedIn).getByText('shop.example.com').waitFor();
    await mia.open(signedIn);
    await mia.page.getByRole('heading', { name: 'Zoë Wilde signed in' }).waitFor();
    const facts = await mia.page.getByRole('region', { name: 'About this conversation' }).innerText();
    expect(facts).toMatch(/Signed in as\s+Zoë Wilde\s+Verified\s+Account google\|17/);
    expect(facts).toMatch(/E-mail\s+zoe@example\.com\s+Not verified/);
    expect(facts).toMatch(
      /Source domain\s+shop\.example\.com\s+Widget\s+=Shop <b>\s+Site\s+www\.example\.net:8443/,
    );
    expect(await violations(mia.page)).toEqual([]);
  });
});

describe('the report on closed chats', () => {
  beforeAll(async () => {
    await mia.button('Closed').click();
    await mia.page.getByRole('link', { name: 'Closed-chats report' }).click();
    await rows().first().waitFor();
  });

  test('shows source domain, widget with id, agent and duration', async () => {
    await expect
      .poll(() => table().getByRole('columnheader').allInnerTexts())
      .toEqual(['Closed', 'Source domain', 'Widget', 'Agent', 'Wait time', 'Handle time', 'Messages']);
    const header = (name: string) => table().getByRole('columnheader', { name }).getByRole('button');
    const top = () => rows().first().innerText();
    expect(await top()).toContain('many.example.com');
    await header('Wait time').click();
    await expect.poll(top).toContain('many.example.com');
    await expect.poll(() => table().locator('[aria-sort=descending]').innerText()).toBe('Wait time');
    await header('Closed').click();
    await header('Closed').click();
    await expect.poll(top).toContain('shop.example.com');
    const first = await top();
    expect(first).toContain('shop.example.com');
    expect(first).toContain('=Shop <b>');
    expect(first).toContain(WIDGET.id);
    expect(first).toMatch(/Lee Okafor\s+6 mins?\s+24 mins?\s+1$/);
  });

  test('covers the last 30 days and loads more on request', async () => {
    await expect.poll(() => rows().count()).toBe(50);
    const more = mia.page.getByRole('region', { name: 'Report' }).getByRole('button', { name: 'Show more' });
    await more.click();
    await expect.poll(() => rows().count()).toBe(52);
    await expect.poll(() => more.count()).toBe(0);
    await expect.poll(() => table().getByText('old.example.com').count()).toBe(0);
  });

  test('is accessible', async () => {
    for (const width of [360, 1440]) {
      await mia.page.setViewportSize({ width, height: 800 });
      expect(await violations(mia.page)).toEqual([]);
      expect(await mia.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });

  test('has fields of one height', async () => {
    const heights = () =>
      mia.page.locator('.report-field input').evaluateAll((all) => all.map((it) => it.clientHeight));
    await expect.poll(async () => new Set(await heights()).size).toBe(1);
  });

  test('is filtered by source domain, also one that is not shown yet, and by days', async () => {
    await domain().fill('help.example.com');
    await domain().press('Enter');
    await expect.poll(() => rows().count()).toBe(1);
    await domain().fill('OLD.example.com');
    await domain().press('Enter');
    await mia.page.getByText('No conversations from old.example.com').waitFor();
    await mia.page.getByLabel('From').fill(ago(24 * 46).slice(0, 10));
    await expect.poll(() => rows().count()).toBe(1);
    await mia.page.getByLabel('To', { exact: true }).fill(ago(24 * 60).slice(0, 10));
    await mia.page.getByText('The first day is after the last day.').waitFor();
    await mia.page.getByLabel('To', { exact: true }).fill(ago(0).slice(0, 10));
    await domain().fill('');
    await domain().press('Enter');
    await expect.poll(() => rows().count()).toBe(50);
  });

  test('is saved as a complete file', async () => {
    const download = mia.page.waitForEvent('download');
    await mia.button('Download CSV').click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^closed-chats-[\d-]{10}-[\d-]{10}\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(1 + 53 + 1);
    expect(text).toContain("'=Shop <b>");
  });

  test('is not saved if the download was interrupted, and says so', async () => {
    await mia.page.route('**/api/reports/closed-chats?*format=csv*', (route) =>
      route.fulfill({ contentType: 'text/csv', body: 'Closed at\r\nIncomplete: store-unavailable,,\r\n' }),
    );
    await mia.button('Download CSV').click();
    await mia.page.getByText('The download was interrupted. Nothing was saved.').waitFor();
  });

  test('opens the conversation of a row', async () => {
    await rows().first().getByRole('link').click();
    await mia.page.getByRole('log', { name: 'Messages' }).getByText('Hello').waitFor();
    await mia.page.goBack();
    await rows().first().waitFor();
  });

  test('shows why it cannot be loaded, and is loaded again on request', async () => {
    let failing = true;
    await mia.page.route('**/api/reports/closed-chats?*', (route) =>
      failing
        ? route.fulfill({ status: 503, json: { error: 'store-unavailable', message: 'Not right now.' } })
        : route.fallback(),
    );
    await mia.page.getByRole('link', { name: 'Closed-chats report' }).waitFor();
    await mia.page.getByLabel('From').fill(ago(24 * 3).slice(0, 10));
    await mia.page.getByRole('alert').getByText('Not right now.').waitFor();
    failing = false;
    await mia.button('Try again').click();
    await rows().first().waitFor();
  });
});
