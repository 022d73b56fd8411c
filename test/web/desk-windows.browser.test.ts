import { beforeEach, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

const desk = freshFixture(renderedDesk);

/** The event that a page gets when another window of the same browser has stored something. */
const storedElsewhere = (name: string, value: object) =>
  desk.run(`() => {
    const key = 'agent-desk:oid-of-mia:${name}';
    localStorage.setItem(key, ${JSON.stringify(JSON.stringify(value))});
    dispatchEvent(new StorageEvent('storage', { key }));
  }`);

beforeEach(async () => {
  await desk.run((inPage) => inPage.show(2, 4));
  await desk.page.locator('.composer').waitFor();
});

test('two windows of a desk show the same drafts', async () => {
  const preview = desk.page.locator('[data-session=s1] .item-preview');
  await storedElsewhere('drafts', { s1: 'Good morning' });
  await expect.poll(() => preview.innerText()).toBe('Draft: Good morning');
  await storedElsewhere('drafts', {});
  await expect.poll(() => preview.innerText()).toBe('Hello');
});

test('two windows of a desk count the same messages as unread', async () => {
  // The page of the test has no focus to read with.
  await desk.run('() => Object.defineProperty(document, "hidden", { get: () => true })');
  await desk.run((inPage) => inPage.hearMessage(5));
  const count = desk.page.locator('.item[aria-current] .count');
  await count.waitFor();
  const open = await desk.page.locator('.item[aria-current]').getAttribute('data-session');
  await storedElsewhere('read', { [String(open)]: 5 });
  await expect.poll(() => count.count()).toBe(0);
  // A window that has read less does not make them unread again.
  await storedElsewhere('read', { [String(open)]: 4 });
  await storedElsewhere('drafts', { s1: 'Good morning' });
  await desk.page.locator('[data-session=s1]').getByText('Draft: Good morning').waitFor();
  await expect.poll(() => count.count()).toBe(0);
});

test('two windows of a desk have the same preferences, and a change in one keeps those of the other', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Not now' }).waitFor();
  await storedElsewhere('preferences', { offered: true, sound: true });
  await expect.poll(() => page.getByRole('button', { name: 'Not now' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  const stored = () => page.evaluate(() => localStorage.getItem('agent-desk:oid-of-mia:preferences'));
  await expect.poll(stored).toContain('"keys":false');
  expect(await stored()).toContain('"sound":true');
});

test('a message in progress in another window stays stored', async () => {
  const open = await desk.page.locator('.item[aria-current]').getAttribute('data-session');
  await storedElsewhere('outgoing', { [String(open)]: [{ id: 'm', content: 'One moment' }] });
  await desk.run((inPage) => inPage.hearMessage(5));
  expect(await desk.page.evaluate(() => localStorage.getItem('agent-desk:oid-of-mia:outgoing'))).toContain(
    'One moment',
  );
});
