import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Transcript } from '../../src/admin/wire/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { minutesAgo, startDashboard, words } from './support/dashboard.ts';
import { holdAnswers } from './support/held-answers.ts';

const dashboard = sharedFixture(() => startDashboard());
beforeAll(async () => {
  for (const question of ['One', 'Two', 'Three']) {
    await dashboard.tell({ startedAtMs: minutesAgo(5), events: [{ visitor: question }] });
  }
});

describe('the export', () => {
  test('saves every conversation as a line of JSON and shows their number', async () => {
    const { page, complaints } = await dashboard.visit({ at: '#/settings/conversations' });
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all conversations' }).click();
    const download = await started;
    await page.getByText(/^Saved 3 conversations, /).waitFor();
    expect(download.suggestedFilename()).toBe('conversations.ndjson');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(JSON.parse(lines.pop() ?? '')).toEqual({ complete: true, conversations: 3 });
    const questions = lines.map((line) => Transcript.parse(JSON.parse(line)).messages[0]?.content);
    expect(questions.toSorted()).toEqual(['One', 'Three', 'Two']);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['in the middle of a line', '{"sessionId":"1"}\n{"sess'],
    ['at the end of a line', '{"sessionId":"1"}\n'],
    ['with an error in its last line', '{"complete":false,"conversations":0,"error":"store-unavailable"}\n'],
  ])('that broke off %s saves no file and shows an error', async (_where, body) => {
    const { page } = await dashboard.visit({ at: '#/settings/conversations' });
    let saved = 0;
    page.on('download', () => saved++);
    await page.route('**/export.ndjson', (route) => route.fulfill({ body }));
    await page.getByRole('button', { name: 'Export all conversations' }).click();
    await page.getByText('The export was interrupted. Nothing was saved.').waitFor();
    expect(saved).toBe(0);
  });

  test('shows its progress', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/conversations' });
    // The answer of the network never ends, so that the bar stays.
    await page.evaluate(() => {
      const line = new TextEncoder().encode('{"sessionId":"1"}\n');
      const body = new ReadableStream({ start: (controller) => controller.enqueue(line) });
      const answer = new Response(body, { headers: { 'x-conversations': '3' } });
      const { fetch } = window;
      window.fetch = (...call) =>
        call[0] === '/api/sessions/export.ndjson' ? Promise.resolve(answer) : fetch(...call);
    });
    await page.getByRole('button', { name: 'Export all conversations' }).click();
    await page.getByText('1 of 3 conversations, ').waitFor();
    const bar = page.getByRole('progressbar', { name: 'Export' });
    expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['1', '3']);
  });

  test('continues while another view is open, which shows its progress and result', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/conversations' });
    const release = await holdAnswers(page, '**/export.ndjson');
    await page.getByRole('button', { name: 'Export all conversations' }).click();
    await page.getByRole('link', { name: 'Conversations' }).click();
    const elsewhere = page.getByRole('complementary', { name: 'Export' });
    await elsewhere.getByRole('progressbar').waitFor();
    const started = page.waitForEvent('download');
    await release();
    await started;
    await elsewhere.getByText(/^Saved 3 conversations, /).waitFor();
    await elsewhere.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => elsewhere.count()).toBe(0);
  });

  test('that fails can be tried again or dismissed on another view', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/conversations' });
    await page.route('**/export.ndjson', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: 'Export all conversations' }).click();
    await page.getByRole('link', { name: 'Conversations' }).click();
    const elsewhere = page.getByRole('complementary', { name: 'Export' });
    await elsewhere.getByRole('button', { name: 'Try again' }).waitFor();
    await elsewhere.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => elsewhere.count()).toBe(0);
  });

  test('can be stopped', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/conversations' });
    await page.route('**/export.ndjson', () => {
      // Never answered: the reader stops waiting.
    });
    await page.getByRole('button', { name: 'Export all conversations' }).click();
    await page.getByRole('progressbar', { name: 'Export' }).waitFor();
    await page.getByText('0 conversations').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: 'Export all conversations' }).isEnabled())
      .toBe(true);
  });
});

describe('the list of reports to the publisher', () => {
  test('is empty without a publisher, and says why', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/advanced' });
    await page.getByText('Two reports, for billing and health, without messages').waitFor();
    await page.getByText('except to the Microsoft 365 and Azure services that you turn on.').waitFor();
    await page.getByText('No publisher is configured, so no reports are sent.').waitFor();
    await page.getByText('Fields of a seat report').click();
    await page.getByText(/daysOverQuota/).waitFor();
  });

  test('has every report verbatim', async () => {
    const payload = { subscriptionId: 'sub-1', seatQuantity: 3, timestamp: '2026-11-20T17:00:00.000Z' };
    const { page } = await dashboard.visit({ at: '#/settings/advanced' });
    await page.getByText('No publisher is configured, so no reports are sent.').waitFor();
    const reports = [
      { kind: 'seat-report', sentAt: '2026-11-20T17:00:01.000Z', ok: true, payload },
      { kind: 'deploy-status', sentAt: '2026-11-20T16:00:01.000Z', ok: false, payload: { status: 'ok' } },
    ];
    const earlier = [{ ...reports[0], sentAt: '2026-11-19T17:00:00.000Z' }];
    await page.route('**/api/reports/sent', (route) =>
      route.fulfill({ json: { reports, nextCursor: 'further' } }),
    );
    await page.route('**/api/reports/sent?cursor=further', (route) =>
      route.fulfill({ json: { reports: earlier } }),
    );
    await page.clock.runFor(10_000);
    const list = page.getByRole('region', { name: 'Data sent to the publisher' }).locator('.reports');
    await list.getByText('Seat report').click();
    await expect.poll(() => words(list)).toContain('Seat report 18:00 delivered');
    expect(await words(list)).toContain('Deployment status 17:00 not delivered');
    expect(JSON.parse(await list.locator('pre').first().innerText())).toEqual(payload);
    await page.getByRole('button', { name: 'Show earlier reports' }).click();
    await list.getByText('Seat report').nth(1).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Show earlier reports' }).count()).toBe(0);
    await expect.poll(() => list.locator('li').count()).toBe(3);
  });
});
