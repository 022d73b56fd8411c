import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DeadLettersReply } from '../../src/notifications/wire/dead-letters.ts';
import { startEventGrid } from '../fakes/event-grid-server.ts';
import { startWorkflows } from '../fakes/workflow-server.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { NOW, SHOP, startDashboard, words } from './support/dashboard.ts';

const AT = '#/settings/notifications';
const OTHER = 'https://garden.example.org';
const DEAD_LETTERS = '**/api/notifications/dead-letters';
const NONE = 'No undelivered notifications.';

describe('the list of undelivered notices', () => {
  const clock = freshFixture(() => manualClock(NOW));
  const topic = freshFixture(() => startEventGrid());
  const workflows = freshFixture(() => startWorkflows());
  const dashboard = freshFixture(() =>
    startDashboard({
      clock,
      workflowNetwork: workflows.network,
      settings: { EVENT_GRID_TOPIC_ENDPOINT: topic.url, ALLOWED_ORIGINS: `${SHOP},${OTHER}` },
    }),
  );

  const admin = () => registryAdmin(dashboard.service);
  const listed = async () => {
    const sent = admin().send('GET', 'notifications/dead-letters');
    return (await admin().answer(200, DeadLettersReply, sent)).deadLetters;
  };

  /** A visitor asks for a person, and the topic refuses the event for good. */
  async function undelivered(origin = SHOP): Promise<string> {
    topic.control.failure = { status: 404 };
    const sessionId = randomUUID();
    const { length } = await listed();
    await dashboard.service.post('/api/chat', { message: 'Hello', sessionId }, { origin });
    await dashboard.service.post('/api/handoff', { sessionId }, { origin });
    await expect.poll(listed).toHaveLength(length + 1);
    return sessionId;
  }

  const card = (page: Page) => page.getByRole('region', { name: 'Not delivered' });
  const rowOf = (page: Page, origin: string) =>
    card(page)
      .getByRole('listitem')
      .filter({ hasText: new URL(origin).hostname });

  test('shows the newest first, in words, with a link to the conversation', async () => {
    await undelivered();
    clock.advance(60_000);
    const sessionId = await undelivered(OTHER);
    const { page, complaints } = await dashboard.visit({ at: AT, width: 360, dark: true });
    const rows = card(page).getByRole('listitem');
    await rows.nth(1).waitFor();
    expect(await words(rows.nth(0))).toBe(
      'Visitor waiting · Events for other systems The receiver does not exist. Check its address. ' +
        'garden.example.org · Last tried 18:25 Send again Dismiss Open conversation',
    );
    expect(await words(rows.nth(1))).toContain('shop.example.com · Last tried 18:24');
    await expect.poll(() => page.locator('body').innerText()).not.toContain(sessionId);
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await excess()).toBe(0);
    expect(await violations(page, { exclude: ['chat-widget'] })).toEqual([]);
    expect(complaints).toEqual([]);
    await rows.nth(0).getByRole('link', { name: 'Open conversation' }).click();
    await page.locator('.bubble').getByText('Hello', { exact: true }).waitFor();
    expect(page.url()).toContain(`#/conversations/${sessionId}`);
  });

  test('shows which card failed in which channel, and why', async () => {
    await admin().send('PUT', 'notifications/teams', {
      first: workflows.address('team'),
      second: workflows.address('leads'),
      reminderMinutes: 1,
      escalationMinutes: 2,
      includeFirstQuestion: false,
      language: 'en',
    });
    for (const name of ['team', 'leads']) workflows.gone.add(name);
    await undelivered();
    clock.advance(3 * 60_000);
    await expect
      .poll(async () => {
        await dashboard.service.services.notifications.deliverDue();
        return (await listed()).map(({ deliveries }) => deliveries.length);
      })
      .toEqual([4]);
    const { page } = await dashboard.visit({ at: AT, width: 1440 });
    const row = rowOf(page, SHOP);
    await row.waitFor();
    const gone = 'The workflow no longer exists, or its owner has left.';
    const text = await words(row);
    for (const kind of ['Visitor waiting', 'Reminder', 'Escalation']) {
      expect(text).toContain(`${kind} · Teams channel ${gone}`);
    }
    expect(text).toContain('Visitor waiting · Events for other systems The receiver does not exist.');
    await expect.poll(() => row.getByRole('button', { name: 'Send again' }).count()).toBe(1);
  });

  test('sends notices again, and keeps the row of one that fails with its error', async () => {
    const sessionId = await undelivered();
    await undelivered(OTHER);
    const { page } = await dashboard.visit({ at: AT });
    const [row, other] = [rowOf(page, SHOP), rowOf(page, OTHER)];
    const held = Promise.withResolvers<undefined>();
    await page.route(DEAD_LETTERS, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await held.promise;
      await route.fulfill({ status: 503, json: { error: 'store-unavailable', message: 'Not just now.' } });
    });
    await row.getByRole('button', { name: 'Send again' }).click();
    await row.getByRole('button', { name: 'Sending…' }).waitFor();
    await expect.poll(() => row.getByRole('button', { name: 'Dismiss' }).isDisabled()).toBe(true);
    await expect.poll(() => other.getByRole('button', { name: 'Send again' }).isEnabled()).toBe(true);
    held.resolve(undefined);
    await row.getByText('Not just now.').waitFor();
    await expect.poll(() => other.getByRole('alert').count()).toBe(0);
    await page.unroute(DEAD_LETTERS);

    topic.control.failure = undefined;
    await row.getByRole('button', { name: 'Send again' }).click();
    await card(page).getByText('The notification is being sent again.').waitFor();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => other.count()).toBe(1);
    const [letter] = await listed();
    expect(letter?.sessionId).not.toBe(sessionId);
    await expect.poll(() => topic.taken.map(({ type }) => type)).toHaveLength(1);
  });

  test('removes a card whose visitor no longer waits, and says so', async () => {
    await admin().send('PUT', 'notifications/teams', {
      first: workflows.address('team'),
      reminderMinutes: 5,
      escalationMinutes: 15,
      includeFirstQuestion: false,
      language: 'en',
    });
    workflows.gone.add('team');
    const sessionId = randomUUID();
    await dashboard.service.post('/api/chat', { message: 'Hello', sessionId });
    await dashboard.service.post('/api/handoff', { sessionId });
    await expect.poll(listed).toHaveLength(1);
    await dashboard.service.services.agentDesk.claim(sessionId, { oid: randomUUID(), name: 'Mia' });
    const { page } = await dashboard.visit({ at: AT });
    await card(page).getByRole('button', { name: 'Send again' }).click();
    await card(page).getByText('Not sent: the visitor is no longer waiting for an agent.').waitFor();
    await card(page).getByText(NONE).waitFor();
  });

  test('shows a notice again if it fails again', async () => {
    await undelivered();
    const { page } = await dashboard.visit({ at: AT });
    const row = rowOf(page, SHOP);
    await row.getByText('Last tried 18:24').waitFor();
    clock.advance(60_000);
    await row.getByRole('button', { name: 'Send again' }).click();
    await card(page).getByText('It returns to this list').waitFor();
    await expect.poll(async () => (await listed()).length).toBe(1);
    // The page may have loaded the list before the topic refused: its next poll comes immediately.
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000);
        return await row.getByText('Last tried 18:25').count();
      })
      .toBe(1);
    await expect.poll(() => row.getByRole('button', { name: 'Send again' }).isEnabled()).toBe(true);
  });

  test('dismisses a notice without sending it, and reports a row that another admin has dismissed', async () => {
    await undelivered();
    await undelivered(OTHER);
    const { page } = await dashboard.visit({ at: AT });
    await rowOf(page, SHOP).getByRole('button', { name: 'Dismiss' }).click();
    await card(page).getByText('The notification was dismissed.').waitFor();
    await rowOf(page, SHOP).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Not delivered');

    await page.route(DEAD_LETTERS, async (route) => {
      if (route.request().method() !== 'GET') {
        await admin().send('POST', 'notifications/dead-letters', route.request().postDataJSON());
      }
      await route.continue();
    });
    await rowOf(page, OTHER).getByRole('button', { name: 'Dismiss' }).click();
    await card(page).getByText('It may have been delivered or dismissed.').waitFor();
    await card(page).getByText(NONE).waitFor();
    topic.control.failure = undefined;
    await dashboard.service.services.notifications.deliverDue();
    expect(topic.taken).toEqual([]);
  });
});
