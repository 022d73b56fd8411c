import { afterEach, beforeEach, expect, test } from 'vitest';
import { UNDO_MS } from '../../src/web/desk/state/closings.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { passTime } from '../support/browser/held-timers.ts';
import { startOffice } from './support/office.ts';

let sessionId: string;

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg', { clock: 'held' }));

const toast = (id: string, text: string) =>
  mia.page
    .locator('.toast', { hasText: `Visitor ${id.slice(0, 4).toUpperCase()}` })
    .filter({ hasText: text });
const status = async (id: string) => (await office.service.session(id)).status;
const inMine = (id: string) => mia.section('Mine').locator(`[data-session="${id}"]`).count();
const pass = () => passTime(mia.page, UNDO_MS);

async function claimed(): Promise<string> {
  const id = await office.conversation('human_requested');
  await mia.claim(id);
  return id;
}

beforeEach(async () => {
  sessionId = await claimed();
});
afterEach(() => mia.page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a close can be undone for ten seconds, and undoing restores the conversation completely', async () => {
  await mia.field.fill('Half a reply');
  await mia.key('e');
  await mia.page.getByText('This conversation is closed. Your draft is saved.').waitFor();
  await expect.poll(() => inMine(sessionId)).toBe(0);
  await passTime(mia.page, UNDO_MS - 2_000);
  expect(await status(sessionId)).toBe('claimed');
  await toast(sessionId, 'closed').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => inMine(sessionId)).toBe(1);
  await expect.poll(() => mia.field.inputValue()).toBe('Half a reply');
  await pass();
  await mia.say('I am still here.');
  await expect.poll(() => office.stored(sessionId)).toContain('I am still here.');
  expect(await status(sessionId)).toBe('claimed');
});

test('several closes are undone one by one with a key, the newest first', async () => {
  const second = await claimed();
  await mia.key('e');
  await mia.open(sessionId);
  await mia.key('e');
  await toast(second, 'closed').waitFor();
  await toast(sessionId, 'closed').waitFor();
  await mia.key('z');
  await expect.poll(() => inMine(sessionId)).toBe(1);
  expect(await inMine(second)).toBe(0);
  await pass();
  await expect.poll(() => status(second)).toBe('closed');
  expect(await status(sessionId)).toBe('claimed');
});

test('a close that fails shows an error, and the conversation returns', async () => {
  const message = 'The conversation store cannot be reached right now.';
  await mia.page.route('**/close', (route) =>
    route.fulfill({ status: 503, json: { error: 'store-unavailable', message } }),
  );
  await mia.key('e');
  await toast(sessionId, 'closed').waitFor();
  await pass();
  const failure = toast(sessionId, `Not closed. ${message}`);
  await failure.waitFor();
  await expect.poll(() => inMine(sessionId)).toBe(1);
  await mia.page.unroute('**/close');
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => failure.count()).toBe(0);
  await mia.open(sessionId);
  await mia.key('e');
  await toast(sessionId, 'closed').waitFor();
  await pass();
  await expect.poll(() => status(sessionId)).toBe('closed');
});

test('a message of the visitor within ten seconds cancels the close', async () => {
  await mia.key('e');
  await toast(sessionId, 'closed').waitFor();
  await office.service.post('/api/chat', { message: 'One more thing', sessionId });
  await toast(sessionId, 'The visitor wrote again.').waitFor();
  await expect.poll(() => inMine(sessionId)).toBe(1);
  await pass();
  await mia.open(sessionId);
  await mia.say('Of course.');
  await expect.poll(() => office.stored(sessionId)).toContain('Of course.');
  await toast(sessionId, 'The visitor wrote again.').getByRole('button', { name: 'Dismiss' }).click();
});

test('a message that was not sent keeps the conversation open', async () => {
  await mia.page.route('**/message', (route) => route.abort());
  await mia.say('Your parcel is on its way.');
  await mia.thread.getByText('Not sent.').waitFor();
  await mia.key('e');
  await pass();
  await toast(sessionId, 'unsent message first').waitFor();
  expect(await status(sessionId)).toBe('claimed');
  await mia.open(sessionId);
  await mia.page.unroute('**/message');
  await mia.thread.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => office.stored(sessionId)).toContain('Your parcel is on its way.');
});

test('a colleague who takes the conversation over within ten seconds cancels the close', async () => {
  await mia.key('e');
  await toast(sessionId, 'closed').waitFor();
  const url = `${office.service.origin}/api/agent/sessions/${sessionId}/release`;
  await fetch(url, { method: 'POST', headers: { authorization: mia.authorization() } });
  await expect.poll(() => toast(sessionId, 'closed').count()).toBe(0);
  await pass();
  expect(await status(sessionId)).toBe('human_requested');
});

test('leaving the page sends closes that could still be undone, except of a conversation with an unsent message', async () => {
  const unsent = await claimed();
  await mia.page.route('**/message', (route) => route.abort());
  await mia.say('Your parcel is on its way.');
  await mia.thread.getByText('Not sent.').waitFor();
  await mia.key('e');
  await toast(unsent, 'closed').waitFor();
  const second = await claimed();
  await mia.key('e');
  await mia.open(sessionId);
  await mia.key('e');
  await toast(second, 'closed').waitFor();
  await mia.page.goto('about:blank');
  await expect.poll(() => status(sessionId)).toBe('closed');
  await expect.poll(() => status(second)).toBe('closed');
  expect(await status(unsent)).toBe('claimed');
  await mia.page.goBack();
  await mia.list.waitFor();
  await expect.poll(() => toast(second, '').count()).toBe(0);
  await expect.poll(() => inMine(second)).toBe(0);
});
