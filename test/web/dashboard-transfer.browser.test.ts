import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SettingsFile } from '../../src/admin/wire/settings-file.ts';
import { TagsReply } from '../../src/conversations/wire/tags.ts';
import { violations } from '../support/browser/axe.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startDashboard } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());
const AT = '#/settings/conversations';
const jsonFile = (content: unknown) => ({
  name: 'chat-settings.json',
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

test('settings are saved as a file, and imported after a preview', async () => {
  const { send } = registryAdmin(dashboard.service);
  await send('POST', 'tags', { name: 'Refund', color: 'red' });
  const { page, complaints } = await dashboard.visit({ at: AT });
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export settings' }).click();
  const file = SettingsFile.parse(JSON.parse(await readFile(await (await started).path(), 'utf8')));
  expect(file.tags).toEqual([{ name: 'Refund', color: 'red' }]);

  const secrets = ['Shop: header x-api-key of the action find_order'];
  const tags = [...file.tags, { name: 'VIP', color: 'teal' }];
  await page.getByLabel('Import settings').setInputFiles(jsonFile({ ...file, tags, secrets }));
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  await dialog.getByText('Added: 1').waitFor();
  await dialog.getByText('Tag: VIP').waitFor();
  await dialog.getByText(/^Replaced: /).waitFor();
  await dialog.getByText('header x-api-key').waitFor();
  expect(await violations(page)).toEqual([]);
  const names = async () => TagsReply.parse((await send('GET', 'tags')).body).tags.map(({ name }) => name);
  expect(await names()).toEqual(['Refund']);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The settings were imported.').waitFor();
  await page.getByText('Enter 1 secret again').waitFor();
  expect(await names()).toEqual(['Refund', 'VIP']);
  expect(complaints).toEqual([]);
});

test.each(['not JSON', '{"format":"chat-settings-1","tags":1}'])(
  'a file that is not an export is refused: %s',
  async (text) => {
    const { page } = await dashboard.visit({ at: AT });
    await page.getByLabel('Import settings').setInputFiles(jsonFile(text));
    await page.getByText('This file was not exported from').waitFor();
  },
);

test('a file with an invalid setting is refused with the place of the setting', async () => {
  const { page } = await dashboard.visit({ at: AT });
  const file = { format: 'chat-settings-1', tags: [{ name: 'VIP', color: 'gold' }] };
  await page.getByLabel('Import settings').setInputFiles(jsonFile(file));
  await page.getByText('The file has an invalid setting: tags.0.color').waitFor();
});

test('a file with some of the settings is imported, and the page shows them', async () => {
  const { page, complaints } = await dashboard.visit({ at: AT });
  const days = page.getByLabel('Days to keep conversations');
  await days.waitFor();
  const { send } = registryAdmin(dashboard.service);
  await send('PUT', 'service-settings', { retentionDays: 30 });
  const file = { format: 'chat-settings-1', service: { retentionDays: 400 } };
  await page.getByLabel('Import settings').setInputFiles(jsonFile(file));
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  await dialog.getByText('conversations are deleted 400 days after the last message').waitFor();
  await expect.poll(() => dialog.getByText('will be deleted').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The settings were imported.').waitFor();
  await expect.poll(() => days.inputValue()).toBe('400');
  expect(complaints).toEqual([]);
});

test.each([
  [1280, false],
  [390, true],
])('a shorter retention in a file is named as a warning before the import, at %i px', async (width, dark) => {
  const { send } = registryAdmin(dashboard.service);
  await send('PUT', 'service-settings', { retentionDays: 0 });
  const { page } = await dashboard.visit({ at: AT, width, dark });
  const file = { format: 'chat-settings-1', service: { retentionDays: 30 } };
  await page.getByLabel('Import settings').setInputFiles(jsonFile(file));
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  await dialog.getByText('Conversations older than 30 days will be deleted').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await send('GET', 'service-settings')).body).toMatchObject({ settings: { retentionDays: 0 } });
});
