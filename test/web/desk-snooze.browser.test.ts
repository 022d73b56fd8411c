import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg', { clock: 'moved' }));

const dialog = () => mia.page.getByRole('dialog', { name: 'Snooze' });
const inSection = (name: string, id: string) => mia.section(name).locator(`[data-session="${id}"]`);

test('a conversation is snoozed by keyboard and returns at every desk without a write', async () => {
  const id = await office.conversation('human_requested', 'Where is my parcel?');
  await mia.claim(id);
  const other = await office.agent('Mia Berg', { clock: 'moved' });
  await mia.key('h');
  await dialog().waitFor();
  for (const theme of ['light', 'dark', 'contrast']) {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(mia.page)).toEqual([]);
  }
  await dialog()
    .getByRole('button', { name: /Tomorrow/ })
    .press('Enter');
  await inSection('Snoozed', id).waitFor();
  await expect.poll(() => inSection('Mine', id).count()).toBe(0);
  await mia.page
    .getByText(/Snoozed until/)
    .first()
    .waitFor();
  expect(await violations(mia.page)).toEqual([]);
  await other.section('Snoozed').locator(`[data-session="${id}"]`).waitFor();
  for (const desk of [mia, other]) {
    await desk.page.clock.fastForward('48:00:00');
    await desk.section('Mine').locator(`[data-session="${id}"]`).waitFor();
  }
  await other.context.close();
});

test('a snooze ends with a message of the visitor or by the agent', async () => {
  const id = await office.conversation('human_requested', 'Is it blue?');
  await mia.claim(id);
  await mia.key('h');
  await dialog()
    .getByRole('button', { name: /next message/ })
    .click();
  await inSection('Snoozed', id).getByText('next message').waitFor();
  await office.service.post('/api/chat', { sessionId: id, message: 'Are you there?' });
  await inSection('Mine', id).waitFor();
  await mia.key('h');
  await dialog()
    .getByRole('button', { name: /next message/ })
    .click();
  await inSection('Snoozed', id).waitFor();
  await mia.button('More actions').click();
  await mia.button(/^Snooze/).click();
  await dialog().getByRole('button', { name: 'End snooze' }).click();
  await inSection('Mine', id).waitFor();
});

test('a custom time of a snooze must be in the future, on a phone', async () => {
  const id = await office.conversation('human_requested', 'Hello');
  await mia.claim(id);
  await mia.page.setViewportSize({ width: 360, height: 740 });
  await mia.key('h');
  const field = dialog().getByLabel('Date and time');
  await field.fill('2020-01-01T09:00');
  await dialog().getByText('Choose a time in the future.').waitFor();
  await expect
    .poll(() => dialog().getByRole('button', { name: 'Snooze', exact: true }).isDisabled())
    .toBe(true);
  await expect.poll(() => dialog().evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  const year = await mia.page.evaluate(() =>
    new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  );
  await field.fill(`${year}T09:00`);
  await dialog().getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect.poll(async () => (await office.service.session(id)).snoozedUntil?.slice(0, 10)).toBe(year);
  expect(mia.complaints).toEqual([]);
});
