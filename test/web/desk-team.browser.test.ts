import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { expectInView } from '../support/browser/visible.ts';
import { createWidget } from '../support/clients/registered-widgets.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { deskPageOf, startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const WIDTHS = [1440, 390];
const sized = (width: number) => ({ viewport: { width, height: 844 } });

test('a conversation is transferred to the agents of a widget', async () => {
  await createWidget(office.service, { name: 'Sales', agentGroups: ['Sales'] });
  const mia = await office.agent('Mia Berg');
  const sessionId = await office.conversation('human_requested', 'Do you ship to Norway?');
  await mia.claim(sessionId);
  await mia.key('t');
  const dialog = mia.page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Agents of Sales/ }).check();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await mia.page.getByText('Waiting for the agents of Sales.').waitFor();
  await mia.section('Waiting for a person').locator(`[data-session="${sessionId}"]`).waitFor();
  await mia.context.close();
});

test.each(WIDTHS)(
  'a note is edited and removed by its author, and another desk shows it, at %i px',
  async (width) => {
    const mia = await office.agent('Mia Berg', sized(width));
    const lee = await office.agent('Lee Okafor', sized(1440));
    const question = 'Where is my order?\n'.repeat(40);
    const sessionId = await office.conversation('human_requested', question);
    for (const seat of [mia, lee]) await seat.open(sessionId);
    await mia.page.getByText('Lee Okafor is viewing').waitFor();
    const field = mia.page.getByRole('textbox', { name: 'Private note' });
    await field.fill('Call them');
    await field.press('Enter');
    const theirs = lee.thread.locator('.entry.note');
    await theirs.getByText('Call them').waitFor();
    await expect.poll(() => theirs.getByRole('button').count()).toBe(0);
    const own = mia.thread.locator('.entry.note');
    await own.getByRole('button', { name: 'Edit' }).click();
    const edit = mia.page.getByRole('textbox', { name: 'Edit note' });
    expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectInView(own.getByRole('button', { name: 'Save' }));
    await edit.fill('Call her at nine');
    expect(await violations(mia.page)).toEqual([]);
    await own.getByRole('button', { name: 'Save' }).click();
    await theirs.getByText('Call her at nine').waitFor();
    await theirs.getByText('edited').waitFor();
    await expect.poll(() => theirs.count()).toBe(1);
    await own.getByRole('button', { name: 'Remove' }).click();
    await own.getByRole('button', { name: 'Remove note' }).click();
    await expect.poll(() => theirs.count()).toBe(0);
    await expect.poll(() => own.count()).toBe(0);
    expect([...mia.complaints, ...lee.complaints]).toEqual([]);
    await Promise.all([mia.context.close(), lee.context.close()]);
  },
);

test('one of two windows of an agent rings and notifies, and the other does so once the first is closed', async () => {
  const mia = await office.agent('Mia Berg');
  await mia.context.addInitScript(`
    window.calls = [];
    window.AudioContext = class { constructor() { window.calls.push('ring'); this.destination = {}; this.currentTime = 0; } createGain() { return { connect() {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; } createOscillator() { return { connect() {}, start() {}, stop() {}, frequency: {} }; } async close() {} };
    window.Notification = class { static permission = 'granted'; static requestPermission = async () => 'granted'; };
    ServiceWorkerRegistration.prototype.showNotification = async (title) => void window.calls.push(title);
    Document.prototype.hasFocus = () => false;`);
  const other = deskPageOf(await mia.context.newPage(), mia.context);
  const windows = [mia, other];
  await mia.page.reload();
  await mia.list.waitFor();
  await other.page.goto(`${office.service.origin}/api/collab-tab`);
  await other.list.waitFor();
  const offer = mia.page.getByRole('region', { name: 'Sound and notifications' });
  await offer.getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(() => offer.count()).toBe(0);
  const heard = async () =>
    (await Promise.all(windows.map(({ page }) => page.evaluate<string[]>('window.calls')))).flat();
  const first = await office.conversation('human_requested', 'Hello?');
  for (const seat of windows) await seat.row(first).waitFor();
  const name = `Visitor ${first.slice(0, 4).toUpperCase()} is waiting`;
  await expect.poll(heard).toEqual(['ring', name]);
  windows.shift();
  await mia.page.close();
  // The lock of a closed window passes to the other one when the browser has ended that window.
  const waits = () => other.page.evaluate('navigator.locks.query().then(({ pending }) => pending.length)');
  await expect.poll(waits).toBe(0);
  const before = (await heard()).length;
  const second = await office.conversation('human_requested', 'Hello again?');
  await other.row(second).waitFor();
  await expect.poll(async () => (await heard()).length).toBe(before + 2);
  await mia.context.close();
});

test('the next conversation opens after a close, and Undo returns to the closed one', async () => {
  const mia = await office.agent('Mia Berg');
  const [first, second] = [
    await office.conversation('human_requested', 'First'),
    await office.conversation('human_requested', 'Second'),
  ];
  await mia.claim(second);
  await mia.claim(first);
  const offer = mia.page.locator('.call-offer');
  await expectInView(offer);
  await mia.key('e');
  await mia.page.locator(`[data-session="${second}"][aria-current]`).waitFor();
  await expectInView(mia.page.locator('.toast'));
  await expect.poll(() => offer.isVisible()).toBe(false);
  await mia.page.locator('.toasts').getByRole('button', { name: 'Undo' }).click();
  await mia.page.locator(`[data-session="${first}"][aria-current]`).waitFor();
  await mia.field.waitFor();
  await expectInView(offer);
  await mia.context.close();
});
