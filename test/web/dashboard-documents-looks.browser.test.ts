import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startDashboard } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());
const admin = freshFixture(() => registryAdmin(dashboard.service));

const NAME = `${'a-long-name-'.repeat(7)}.md`;
const LONG = Buffer.from('a '.repeat(BLOCK_BYTES));

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer });

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each([
  [1440, false],
  [360, true],
])('every state of a file is accessible and fits at %s px', async (width, dark) => {
  const edit = { knowledge: { kind: 'documents' } };
  const { id } = await admin.make(edit);
  await admin.upload(id, NAME, '# Old\n\nText.');
  await admin.upload(id, 'other.md', '# Other');
  const { page } = await dashboard.visit({ at: `#/settings/assistants/${id}`, width, dark });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const good = async () => {
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toBe(0);
  };

  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  await page.route('**/blocks/1', () => hold());
  await page
    .getByLabel('Add documents')
    .setInputFiles([
      file(
        NAME,
        Buffer.from(
          `# ${'Heading '.repeat(30)}\n\n${'word'.repeat(200)}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`,
        ),
      ),
      file('program.md', Buffer.from('\u007fELF\u0002\u0001')),
      file('sending.md', LONG),
      file('waiting.md', LONG),
    ]);
  await held;
  await row('program.md').getByRole('alert').waitFor();
  await good();

  await row(NAME).getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: NAME });
  await dialog.getByRole('button', { name: 'Keep both' }).waitFor();
  await good();
  await dialog.getByRole('button', { name: 'Text', exact: true }).click();
  await good();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: NAME, exact: true }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Old' }).waitFor();
  await good();
});

test.each([
  [1440, false],
  [360, true],
])('the documents of a draft are accessible and fit at %s px', async (width, dark) => {
  const edit = { name: 'Nora', instructions: 'You are kind.', knowledge: { kind: 'documents' } };
  const { id } = await admin.make(edit);
  await admin.upload(id, 'replaced.md', '# Old');
  await admin.upload(id, 'removed.md', '# Old');
  await admin.send('PUT', `assistants/${id}/draft`, edit);
  const at = `assistants/${id}/draft/documents`;
  await admin.send('PUT', `${at}/replaced.md`, { markdown: '# New' });
  await admin.send('PUT', `${at}/${NAME}`, { markdown: '# New' });
  await admin.send('DELETE', `${at}/removed.md`);
  const { page } = await dashboard.visit({ at: `#/settings/assistants/${id}/draft`, width, dark });
  await page.getByRole('list', { name: 'Documents' }).getByText('Removed', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toBe(0);
});
