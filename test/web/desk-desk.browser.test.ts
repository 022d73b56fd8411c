import { afterEach, describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const SHOP = 'https://shop.example.com';
const HELP = 'https://help.example.com';

const office = sharedFixture(() =>
  startOffice({
    settings: { PLAN_ID: 'growth', ALLOWED_ORIGINS: `${SHOP},${HELP}` },
  }),
);
const mia = sharedFixture(() => office.agent('Mia Berg', { permissions: ['notifications'] }));

afterEach(() => mia.page.unrouteAll({ behavior: 'ignoreErrors' }));

const idsIn = (section: string) =>
  mia
    .section(section)
    .locator('[data-session]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-session')));

describe('the list', () => {
  test('shows a handoff immediately with its wait and topic, the longest waiting on top', async () => {
    const first = await office.conversation('human_requested', 'Where is my parcel?', SHOP);
    const second = await office.conversation('human_requested', 'Do you repair shoes?', HELP);
    await mia.row(second).waitFor();
    await expect.poll(() => idsIn('Waiting for a person')).toEqual([first, second]);
    await expect
      .poll(() => mia.row(first).innerText())
      .toMatch(/Visitor [\dA-F]{4}\s+waiting for\s+\d+ secs?\s+Where is my parcel\?\s+shop\.example\.com/);
  });

  test('is filtered by source domain once there are two, and shows if nothing matches', async () => {
    const domain = mia.page.getByRole('combobox', { name: 'Source domain' });
    await domain.selectOption('shop.example.com');
    await expect.poll(() => idsIn('Waiting for a person')).toHaveLength(1);
    await mia.section('Mine').getByText('No conversations assigned to you from shop.example.com.').waitFor();
    await mia.page.getByText('Filtered by shop.example.com.').waitFor();
    await domain.selectOption('');
    await expect.poll(() => idsIn('Waiting for a person')).toHaveLength(2);
  });

  test('of all conversations is filtered by status, and closed ones have a separate view', async () => {
    const open = await office.conversation('open', 'Just looking', SHOP);
    await mia.button('All').click();
    await mia.row(open).waitFor();
    await mia.page.getByRole('combobox', { name: 'Status' }).selectOption('open');
    await expect.poll(() => idsIn('All conversations')).toEqual([open]);
    await mia.button('Closed').click();
    await mia.section('Closed').getByText('No closed conversations.').waitFor();
    await mia.button('Queue').click();
  });

  test('shows new messages of other conversations in the title and in their rows', async () => {
    const [first, second] = await Promise.all([
      office.conversation('human_requested'),
      office.conversation('human_requested'),
    ]);
    for (const id of [first, second]) {
      await mia.open(id);
      await mia.key('c');
      await mia.field.waitFor();
    }
    const before = Number(/^\((\d+)\)/.exec(await mia.page.title())?.[1]);
    await office.service.post('/api/chat', { message: 'Hello? Are you there?', sessionId: first });
    await mia.row(first).getByText('1 unread message').waitFor();
    await expect.poll(() => mia.page.title()).toBe(`(${before + 1}) Agent desk`);
    await mia.open(first);
    await expect.poll(() => mia.row(first).getByText('unread').count()).toBe(0);
    await expect.poll(() => mia.page.title()).toBe(`(${before}) Agent desk`);
  });

  test('notifies an agent in another window, if enabled, without the visitor’s text', async () => {
    await mia.button('Settings').click();
    await mia.page.getByRole('switch', { name: 'Notifications' }).check();
    const kept = () => mia.page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(kept).toContain('"notify":true');
    await mia.page.keyboard.press('Escape');
    const shown = await mia.page.evaluateHandle(() => {
      const notifications: { title: string; body: string; tag: string }[] = [];
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
      ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
        const { body = '', tag = '' } = options ?? {};
        notifications.push({ title, body, tag });
        return Promise.resolve();
      };
      Object.defineProperty(document, 'hasFocus', { value: () => false, configurable: true });
      // The script of the worker does not load the first time.
      navigator.serviceWorker.register = () => {
        Reflect.deleteProperty(navigator.serviceWorker, 'register');
        return Promise.reject(new TypeError('Failed to fetch'));
      };
      return notifications;
    });
    await mia.row(await office.conversation('human_requested')).waitFor();
    const id = await office.conversation('human_requested', 'My card number is 4111 1111', SHOP);
    const title = `Visitor ${id.slice(0, 4).toUpperCase()} is waiting`;
    await expect.poll(() => shown.jsonValue()).toEqual([{ title, body: 'shop.example.com', tag: id }]);
    await mia.page.evaluate(() => Reflect.deleteProperty(document, 'hasFocus'));
  });
});

describe('a conversation', () => {
  test('shows the complete history with its authors, and the page on which the visitor is', async () => {
    const sessionId = crypto.randomUUID();
    await office.service.post(
      '/api/chat',
      { sessionId, message: 'Haben Sie offen?', pageUrl: `${SHOP}/contact?token=1`, locale: 'de-DE' },
      { origin: SHOP },
    );
    await office.service.post('/api/handoff', { sessionId, reason: 'Wants to call' });
    await mia.open(sessionId);
    await mia.thread.getByText('A person was asked to join: Wants to call').waitFor();
    await expect.poll(() => mia.thread.locator('.who b').allInnerTexts()).toEqual(['Visitor', 'Assistant']);
    const about = mia.page.getByRole('region', { name: 'About this conversation' });
    await about.getByText('German (Germany)').waitFor();
    const link = about.getByRole('link', { name: 'shop.example.com/contact' });
    await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  test('is answered with Enter, and Shift+Enter starts a new line', async () => {
    await mia.key('c');
    await mia.field.pressSequentially('Ja, bis 18 Uhr.');
    await mia.field.press('Shift+Enter');
    await mia.field.pressSequentially('Kommen Sie vorbei!');
    await mia.field.press('Enter');
    await mia.thread.getByText('Ja, bis 18 Uhr.\nKommen Sie vorbei!').waitFor();
    await expect.poll(() => mia.field.inputValue()).toBe('');
  });

  test('has its own draft', async () => {
    const [here] = await idsIn('Waiting for a person');
    const url = mia.page.url();
    await mia.field.fill('Half a sentence');
    await mia.open(here ?? '');
    await mia.list.getByText('Draft').waitFor();
    await mia.page.goto(url);
    await expect.poll(() => mia.field.inputValue()).toBe('Half a sentence');
    await mia.field.fill('');
  });

  test('marks a message that was not sent, and sends it once when the agent retries', async () => {
    let failures = 2;
    await mia.page.route('**/message', async (route) => {
      if (failures-- > 0) {
        return route.fulfill({
          status: 503,
          json: {
            error: 'store-unavailable',
            message: 'The conversation store cannot be reached right now.',
          },
        });
      }
      await route.continue();
    });
    await mia.say('Only once');
    const retry = mia.thread.getByRole('button', { name: 'Retry' });
    await mia.thread.getByText('Not sent. The conversation store cannot be reached right now.').waitFor();
    await retry.click();
    await retry.waitFor();
    await retry.click();
    const id = mia.page.url().split('/').at(-1) ?? '';
    await expect.poll(() => office.stored(id)).toContain('Only once');
    await expect.poll(() => mia.thread.getByText('Not sent').count()).toBe(0);
    expect((await office.stored(id)).filter((text) => text === 'Only once')).toHaveLength(1);
  });

  test('returns to the queue with one key', async () => {
    const id = mia.page.url().split('/').at(-1) ?? '';
    await mia.key('u');
    await mia.section('Waiting for a person').locator(`[data-session="${id}"]`).waitFor();
  });

  test('that the business deletes in the meantime is shown as deleted', async () => {
    const id = await office.conversation('human_requested');
    await mia.open(id);
    const deleted = await fetch(`${office.service.origin}/api/sessions/${id}`, { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    await mia.page.reload();
    await mia.page.getByText('Conversation deleted').waitFor();
    await expect.poll(() => mia.row(id).count()).toBe(0);
  });
});
