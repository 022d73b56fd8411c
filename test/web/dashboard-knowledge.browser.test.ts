import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { minutesAgo, startDashboard, words } from './support/dashboard.ts';

const folder = knowledgeFolder({ 'delivery.md': '# Delivery\n\nIt costs £4.' });
const dashboard = freshFixture(() => startDashboard({ settings: { KNOWLEDGE_DIR: folder } }));
const admin = freshFixture(() => registryAdmin(dashboard.service));

test('the page Knowledge lists the sources of the assistant with their size and problems', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/knowledge' });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  expect(await words(row('Folder'))).toMatch(/1 document, 24 characters .* Up to date/);
  await expect.poll(() => row('Uploaded documents').count()).toBe(0);
  await page
    .getByLabel('Add documents')
    .setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# Returns\n\nOk.') });
  await page.getByRole('button', { name: 'Review a.md' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add document' }).click();
  await row('Uploaded documents').getByText('1 document').waitFor();
  const { documents } = await admin.assistant('default');
  expect(documents.filter(({ source }) => source === 'files')).toMatchObject([{ name: 'a.md' }]);
  const listed = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
  await expect.poll(() => listed.count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('unreadable files of the folder are named', async () => {
  await writeFile(join(folder, 'broken.md'), Buffer.from('486920818d9dff', 'hex'));
  const other = await admin.make({ knowledge: { kind: 'folder', folder: '' } });
  const { page } = await dashboard.visit({ at: `#/knowledge?assistant=${other.id}` });
  await page.getByText('1 file cannot be read. Save as UTF-8: broken.md').waitFor();
  expect(await violations(page)).toEqual([]);
});

test('a missing folder is named as the problem', async () => {
  const { id } = await admin.make({ knowledge: { kind: 'folder', folder: 'shop' } });
  const { page } = await dashboard.visit({ at: `#/knowledge?assistant=${id}`, width: 360, dark: true });
  await page.getByText('No Markdown files').waitFor();
  await page.getByText('No knowledge yet').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
});

test('the empty overview lists the first steps and which are done, until they are dismissed', async () => {
  const { page } = await dashboard.visit();
  const list = page.getByRole('region', { name: 'Get started' });
  await list.getByText('1 of 5 done').waitFor();
  await list.getByText('Add your knowledge (done)').waitFor();
  await dashboard.tell({
    startedAtMs: minutesAgo(5),
    origin: 'https://shop.example',
    events: [{ visitor: 'Hello?' }],
  });
  await page.reload();
  await list.getByText('2 of 5 done').waitFor();
  expect(await violations(page)).toEqual([]);
  await list.getByRole('button', { name: 'Dismiss' }).click();
  await list.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await expect.poll(() => list.count()).toBe(0);
});
