import { expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startDashboard, words } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());
const admin = freshFixture(() => registryAdmin(dashboard.service));

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});

test('draft documents are changed, tried and undone before visitors get them, and published in one step', async () => {
  const { id } = await admin.make({ knowledge: { kind: 'documents' } });
  await admin.upload(id, 'delivery.md', '# Delivery');
  await admin.upload(id, 'returns.md', '# Returns');
  const live = async () => (await admin.assistant(id)).documents.map(({ name }) => name);
  const { page, complaints } = await dashboard.visit({ at: `#/settings/assistants/${id}/draft` });
  await page.getByRole('button', { name: 'Change documents' }).click();
  const list = page.getByRole('list', { name: 'Documents' });
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  const add = async (name: string, button: string) => {
    await page.getByLabel('Add documents').setInputFiles(file(name, `# New ${name}\n\nText.`));
    await page
      .getByRole('list', { name: 'Files' })
      .getByRole('button', { name: `Review ${name}` })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await row('returns.md').waitFor();
  await add('prices.md', 'Add document');
  await row('prices.md').getByText('Added').waitFor();
  await add('delivery.md', 'Replace document');
  await row('delivery.md').getByText('Replaced').waitFor();
  await row('returns.md').getByRole('button', { name: 'Remove returns.md' }).click();
  await row('returns.md').getByText('Removed').waitFor();
  await page.getByText('Changes: 3 documents.').waitFor();
  // A document that the draft removes is not replaced by another one of its name.
  await add('returns.md', 'Add document');
  await row('returns.md').getByText('Replaced').waitFor();
  expect(await live()).toEqual(['delivery.md', 'returns.md']);

  await row('delivery.md').getByRole('button', { name: 'delivery.md', exact: true }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'New delivery.md' }).waitFor();
  await page.keyboard.press('Escape');
  await row('returns.md').getByRole('button', { name: 'Undo returns.md' }).click();
  await row('returns.md').getByRole('button', { name: 'Remove returns.md' }).waitFor();
  expect(await words(row('returns.md'))).not.toContain('Removed');

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('heading', { name: 'Draft', exact: true }).waitFor({ state: 'detached' });
  expect(await live()).toEqual(['delivery.md', 'prices.md', 'returns.md']);
  expect(complaints).toEqual([]);
});
