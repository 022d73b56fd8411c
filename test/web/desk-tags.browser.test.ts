import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { TagReply } from '../../src/conversations/wire/tags.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));
const lee = sharedFixture(() => office.agent('Lee Okafor'));

const NAMES = ['Refund', 'Réclamation', 'Bug report', 'VIP', 'Delivery', 'Other'];
const ids = new Map<string, string>();
const send = (method: string, path: string, body?: object) =>
  registryAdmin(office.service).send(method, path, body);
beforeAll(async () => {
  for (const name of NAMES) {
    const { body } = await send('POST', 'tags', { name, color: 'teal' });
    ids.set(name, TagReply.parse(body).tag.id);
  }
});

const dialog = () => mia.page.getByRole('dialog', { name: 'Tags' });
const box = (name: string) => dialog().getByRole('checkbox', { name });
const head = () => mia.page.getByRole('region', { name: 'Conversation', exact: true });

test('a tag is found and set by keyboard, and shown at every desk', async () => {
  const sessionId = await office.conversation('human_requested', 'Where is my refund?');
  await mia.claim(sessionId);
  await mia.key('l');
  await dialog().getByRole('searchbox', { name: 'Find a tag' }).waitFor();
  await mia.page.keyboard.type('reclam');
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => box('Réclamation').isChecked()).toBe(true);
  await dialog().getByRole('searchbox').fill('bug');
  await mia.page.keyboard.press('ArrowDown');
  await mia.page.keyboard.press('Space');
  await expect.poll(() => box('Bug report').isChecked()).toBe(true);
  await mia.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await head().getByText('Réclamation').waitFor();
  await lee.page.getByRole('button', { name: 'All' }).click();
  await lee.row(sessionId).getByText('Bug report').waitFor();
  expect((await office.service.session(sessionId)).tagIds).toEqual([
    ids.get('Réclamation'),
    ids.get('Bug report'),
  ]);
  await mia.button('Edit tags').click();
  await box('Réclamation').click();
  await expect.poll(() => box('Réclamation').isChecked()).toBe(false);
  await mia.page.keyboard.press('Escape');
  await lee.row(sessionId).getByText('Réclamation').waitFor({ state: 'detached' });
  await send('PUT', `tags/${ids.get('Bug report')}`, { name: 'Defect', color: 'red' });
  await lee.row(sessionId).getByText('Defect').waitFor();
});

test('the list and the search can be filtered by a tag', async () => {
  const tagged = await office.conversation('human_requested', 'The zebra is broken');
  const other = await office.conversation('human_requested', 'The zebra is late');
  await lee.row(tagged).waitFor();
  await lee.open(tagged);
  await lee.key('l');
  await lee.page.getByRole('dialog', { name: 'Tags' }).getByRole('checkbox', { name: 'VIP' }).click();
  await lee.page.keyboard.press('Escape');
  await lee.page.getByRole('navigation').getByLabel('Tag').selectOption({ label: 'VIP' });
  await lee.row(other).waitFor({ state: 'detached' });
  await expect.poll(() => lee.row(tagged).count()).toBe(1);
  await lee.page.getByRole('navigation').getByLabel('Tag').selectOption({ label: 'Other' });
  await lee.list.getByText('No conversations with this tag.').waitFor();
  await lee.page.getByRole('navigation').getByLabel('Tag').selectOption({ label: 'Any tag' });
  await lee.row(other).waitFor();
  await lee.key('/');
  const search = lee.page.getByRole('dialog', { name: 'Search' });
  await search.getByLabel('Tag').selectOption({ label: 'VIP' });
  await search.getByText('1 result').waitFor();
  await lee.page.keyboard.press('Escape');
});

test('five tags can be set in every theme, on a phone and at 400 %', async () => {
  const sessionId = await office.conversation('human_requested', 'Hello');
  await mia.claim(sessionId);
  await mia.key('l');
  for (const name of ['Refund', 'Réclamation', 'Defect', 'VIP', 'Delivery']) {
    await box(name).click();
    await expect.poll(() => box(name).isChecked()).toBe(true);
  }
  await dialog().getByText('A conversation can have up to five tags.').waitFor();
  await box('Other').press('Space');
  await expect.poll(() => box('Other').isChecked()).toBe(false);
  for (const theme of ['light', 'dark', 'contrast']) {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(mia.page)).toEqual([]);
  }
  await mia.page.keyboard.press('Escape');
  expect(await violations(mia.page)).toEqual([]);
  await mia.key('l');
  for (const [width, height] of [
    [360, 740],
    [320, 256],
  ] as const) {
    await mia.page.setViewportSize({ width, height });
    await expect.poll(() => dialog().evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  }
  await mia.page.keyboard.press('Escape');
  await expect.poll(() => mia.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect([...mia.complaints, ...lee.complaints]).toEqual([]);
});
