import { expect, test } from 'vitest';
import { TagReply } from '../../src/conversations/wire/tags.ts';
import { violations } from '../support/browser/axe.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));

async function claimed(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = await office.conversation('human_requested', `Question ${n}`);
    await mia.claim(id);
    ids.push(id);
  }
  return ids;
}
const dialog = (name: RegExp) => mia.page.getByRole('dialog', { name });
const button = (of: RegExp, name: string) => dialog(of).getByRole('button', { name, exact: true });
const statusOf = async (id: string) => (await office.service.session(id)).status;

async function tag(name: string): Promise<string> {
  const { body } = await registryAdmin(office.service).send('POST', 'tags', { name, color: 'red' });
  return TagReply.parse(body).tag.id;
}

/** Checks conversations in the open dialog, by the start of their visitors' names. */
async function select(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const name = new RegExp(`^Visitor ${id.slice(0, 4)}`, 'i');
    await dialog(/Select/)
      .getByRole('checkbox', { name })
      .check();
  }
}

test('several conversations are closed by keyboard, and each close can be undone', async () => {
  const [first = '', second = '', third = ''] = await claimed(3);
  await mia.key('m');
  await dialog(/Select/).waitFor();
  await expect.poll(() => button(/Select/, 'Close conversations').isDisabled()).toBe(true);
  await dialog(/Select/)
    .getByRole('checkbox', { name: 'All of mine' })
    .focus();
  await mia.page.keyboard.press('Space');
  await dialog(/Select/)
    .getByText('3 conversations selected')
    .waitFor();
  for (const theme of ['light', 'dark', 'contrast']) {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(mia.page)).toEqual([]);
  }
  await button(/Select/, 'Close conversations').press('Enter');
  await mia.button('Undo').last().click();
  await expect
    .poll(() => Promise.all([first, second, third].map(statusOf)))
    .toSatisfy((found: string[]) => found.filter((status) => status === 'closed').length === 2);
  await expect.poll(() => mia.section('Mine').getByRole('listitem').count()).toBe(1);
});

test('several conversations get a tag, except one with five tags, which is named with the reason', async () => {
  const five = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(tag));
  const urgent = await tag('Follow up');
  const [full = '', other = ''] = await claimed(2);
  for (const id of five) {
    await fetch(`${office.service.origin}/api/agent/sessions/${full}/tags/${id}`, {
      method: 'PUT',
      headers: { authorization: mia.authorization() },
    });
  }
  await mia.row(full).getByText('Five').waitFor();
  await mia.key('m');
  await select([full, other]);
  await button(/Select/, 'Tag').click();
  await dialog(/Tags of 2/)
    .getByRole('checkbox', { name: 'Follow up' })
    .click();
  const refusals = dialog(/Tags of 2/).getByRole('alert');
  await refusals.getByText('1 of 2 not changed:').waitFor();
  await refusals.getByText(/up to five tags/).waitFor();
  await refusals.getByText(`Visitor ${full.slice(0, 4).toUpperCase()}`).waitFor();
  expect(await violations(mia.page)).toEqual([]);
  expect((await office.service.session(other)).tagIds).toEqual([urgent]);
  expect((await office.service.session(full)).tagIds).toEqual(five);
  await mia.page.keyboard.press('Escape');
});

test('several conversations are transferred, except one that cannot be, which is named and stays selected', async () => {
  const [stuck = '', moved = ''] = await claimed(2);
  const lee = await office.agent('Lee Okafor');
  const isMine = (id: string) => mia.section('Mine').locator(`[data-session="${id}"]`).count();
  const tried: string[] = [];
  mia.page.on('request', (request) => {
    const [, id] = /sessions\/([\da-f-]+)\/transfer$/.exec(request.url()) ?? [];
    if (id !== undefined) tried.push(id);
  });
  await mia.page.route(`**/sessions/${stuck}/transfer`, (route) =>
    route.fulfill({ status: 409, json: { error: 'already-claimed', message: 'Another agent has it.' } }),
  );
  await mia.key('m');
  await select([stuck, moved]);
  await button(/Select/, 'Transfer').click();
  const transfer = dialog(/Transfer 2/).getByRole('button', { name: 'Transfer' });
  await dialog(/Transfer 2/)
    .getByRole('radio', { name: /Lee Okafor/ })
    .check();
  await transfer.click();
  const refusals = dialog(/Transfer 2/).getByRole('alert');
  await refusals.getByText('1 of 2 not transferred:').waitFor();
  await refusals.getByText(`Visitor ${stuck.slice(0, 4).toUpperCase()}`).waitFor();
  await expect.poll(() => refusals.getByRole('listitem').count()).toBe(1);
  await lee.section('Mine').locator(`[data-session="${moved}"]`).waitFor();
  expect(await isMine(stuck)).toBe(1);
  expect(await violations(mia.page)).toEqual([]);
  await mia.page.unroute(`**/sessions/${stuck}/transfer`);
  await transfer.click();
  await dialog(/Transfer/).waitFor({ state: 'detached' });
  await lee.section('Mine').locator(`[data-session="${stuck}"]`).waitFor();
  expect(tried.filter((id) => id === moved)).toHaveLength(1);
  await lee.context.close();
});

test('several conversations are transferred to one colleague on a phone', async () => {
  const ids = await claimed(2);
  const lee = await office.agent('Lee Okafor');
  await mia.page.setViewportSize({ width: 360, height: 740 });
  await mia.page.getByRole('link', { name: 'Back to the list' }).click();
  await mia.button('Select').click();
  await expect.poll(() => dialog(/Select/).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await select(ids);
  await button(/Select/, 'Transfer').click();
  const choice = dialog(/Transfer/).getByRole('radio', { name: /Lee Okafor/ });
  await choice.check();
  // Inside of the row, because the list cuts a ring around it.
  expect(await choice.evaluate((it) => getComputedStyle(it.closest('.person') ?? it).outlineOffset)).toBe(
    '-2px',
  );
  await dialog(/Transfer/)
    .getByRole('button', { name: 'Transfer' })
    .click();
  await dialog(/Transfer/).waitFor({ state: 'detached' });
  for (const id of ids) await lee.section('Mine').locator(`[data-session="${id}"]`).waitFor();
  // The browser reports the refused tag.
  expect(mia.complaints.filter((text) => !text.includes('409'))).toEqual([]);
});
