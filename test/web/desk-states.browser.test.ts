import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { holdAnswers } from './support/held-answers.ts';
import { startOffice } from './support/office.ts';

/** Calls of the list, and of what belongs to one conversation. */
const LIST = '**/api/agent/sessions?*';
const MESSAGES = '**/api/agent/sessions/*/messages*';
const NEGOTIATE = '**/api/agent/negotiate';

let mine: string;

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));
beforeAll(async () => {
  mine = await office.conversation('human_requested', 'Do you ship to Norway?');
  await mia.claim(mine);
});

afterEach(() => mia.page.unrouteAll({ behavior: 'ignoreErrors' }));

describe('a part that cannot be loaded', () => {
  const answer = { status: 500, contentType: 'application/json' };
  const body = JSON.stringify({ error: 'internal-error', message: 'Something went wrong here.' });

  test.each([
    ['the list', LIST, '.item.shape'],
    ['the messages', MESSAGES, '.thread[aria-hidden=true]'],
  ])('shows an error and no loading state: %s', async (_what, path, shapes) => {
    // The desk reads the list again once it is connected, after a while, and when a row has changed.
    await mia.page.route(NEGOTIATE, (route) => route.abort());
    await mia.page.route(path, (route) => route.fulfill({ ...answer, body }));
    await mia.page.reload();
    const line = mia.page.locator('.line.bad', { hasText: 'Something went wrong here.' });
    const again = line.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expect.poll(() => mia.page.locator(shapes).count()).toBe(0);
    expect(await again.evaluate((link) => link.getClientRects().length)).toBe(1);
    const release = await holdAnswers(mia.page, path);
    await again.click();
    await release();
    await mia.row(mine).waitFor();
    await mia.thread.getByText('Do you ship to Norway?').waitFor();
    await expect.poll(() => line.count()).toBe(0);
  });
});

test('a message in progress is sent even if no real-time connection can be opened', async () => {
  await mia.page.routeWebSocket(/./, (socket) => socket.close());
  const held = Promise.withResolvers<void>();
  await mia.page.route('**/message', async (route) => {
    held.resolve();
    await route.abort();
  });
  await mia.open(mine);
  await mia.say('The parcel is on its way.');
  await held.promise;
  await mia.page.unroute('**/message');
  await mia.page.reload();
  await expect.poll(() => office.stored(mine)).toContain('The parcel is on its way.');
  await expect.poll(() => mia.thread.getByText('Sending').count()).toBe(0);
});

describe('a claimed conversation', () => {
  beforeEach(async () => {
    await mia.open(mine);
    await mia.field.waitFor();
  });

  test('returns to the queue if there is no agent to transfer it to', async () => {
    await mia.key('t');
    const dialog = mia.page.getByRole('dialog', { name: 'Transfer conversation' });
    await dialog.getByText('No other agent has opened the agent desk yet.').waitFor();
    await dialog.getByRole('button', { name: 'Return to queue' }).click();
    await mia.section('Waiting for a person').locator(`[data-session="${mine}"]`).waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    await mia.key('c');
    await mia.field.waitFor();
  });

  test('stays open when Escape closes a menu, also after a click on the menu’s text', async () => {
    await mia.button('Settings').click();
    await mia.page.getByText('Signed in as Mia Berg').click();
    await mia.page.keyboard.press('Escape');
    await expect.poll(() => mia.page.getByText('Signed in as Mia Berg').count()).toBe(0);
    await expect.poll(() => mia.field.isVisible()).toBe(true);
  });
});
