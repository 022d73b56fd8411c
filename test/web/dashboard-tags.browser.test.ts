import { expect, test } from 'vitest';
import { TagReply, TagsReply } from '../../src/conversations/wire/tags.ts';
import { violations } from '../support/browser/axe.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startDashboard } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());
const send = (method: string, path: string, body?: object) =>
  registryAdmin(dashboard.service).send(method, path, body);
const stored = async () => TagsReply.parse((await send('GET', 'tags')).body).tags;

test('a tag is created, renamed and deleted, and a name in use is refused', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/settings/tags' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await page.getByText('No tags yet.').waitFor();
  await button('Add tag').click();
  await dialog.getByLabel('Name').fill('Refund');
  await dialog.getByRole('radio', { name: 'Purple' }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Name').press('Enter');
  await button('Edit Refund').waitFor();
  expect(await stored()).toMatchObject([{ name: 'Refund', color: 'purple' }]);
  await button('Add tag').click();
  await dialog.getByLabel('Name').fill('refund');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await dialog.getByText('Another tag has this name.').waitFor();
  await dialog.getByLabel('Name').fill('a; b');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await dialog.getByText('The name must not contain a semicolon.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('Edit Refund').click();
  await dialog.getByLabel('Name').fill('Money back');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await button('Edit Money back').waitFor();
  await button('Delete Money back').click();
  await dialog.getByRole('button', { name: 'Delete tag' }).click();
  await page.getByText('No tags yet.').waitFor();
  expect(await stored()).toEqual([]);
  // The browser reports the two refusals.
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

test('conversations are filtered by tag, and their rows and details show tags', async () => {
  const { tag } = TagReply.parse((await send('POST', 'tags', { name: 'VIP', color: 'red' })).body);
  const { page } = await dashboard.visit({ at: `#/conversations?tag=${tag.id}` });
  await page.getByText('No conversations found').waitFor();
  await expect.poll(() => page.getByLabel('Tag').inputValue()).toBe(tag.id);
});
