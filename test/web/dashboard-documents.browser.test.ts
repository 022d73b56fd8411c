import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { pdfFile } from '../support/files/pdf-file.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startDashboard, words } from './support/dashboard.ts';

const dashboard = sharedFixture(() => startDashboard());
const admin = sharedFixture(() => registryAdmin(dashboard.service));

const PRICES = '# Delivery\n\nDelivery of a **wardrobe** to Tromsø costs 47 crowns.\n';
const folder = knowledgeFolder({ 'huge.pdf': ' '.repeat(10 * 1024 * 1024 + 1), 'good.md': PRICES });

/** A file of two blocks and a rest. */
const LONG = Buffer.from(`# Long\n\n${'a '.repeat(BLOCK_BYTES / 2)}${'b '.repeat(BLOCK_BYTES / 2)}end\n`);

const file = (name: string, buffer: Buffer = Buffer.from(PRICES)) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});

/** A new assistant with uploaded documents, in the dashboard. */
async function open(...names: string[]) {
  const { id } = await admin.make({ knowledge: { kind: 'documents' } });
  for (const name of names) await admin.upload(id, name, '# Old');
  const visit = await dashboard.revisit({ at: `#/settings/assistants/${id}` });
  const { page } = visit;
  const choose = (...files: ReturnType<typeof file>[]) =>
    page.getByLabel('Add documents').setInputFiles(files);
  const stored = async () => (await admin.assistant(id)).documents.map(({ name }) => name);
  return { ...visit, id, choose, stored, row: (name: string) => rowOf(page, name) };
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
const listed = (page: Page) => page.getByRole('list', { name: 'Documents' });

test('chosen files are read and reviewed before they are saved, as sections and as text', async () => {
  const { page, choose, stored, row, complaints } = await open();
  await page.getByText('No documents yet.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Nora Oak');
  await choose(file('prices.md'), file('Returns (2026).txt', Buffer.from('Returns are free.')));
  await row('prices.md').getByText(`1 section, ${PRICES.length} characters. Not saved yet.`).waitFor();
  await row('Returns (2026).txt').getByRole('button', { name: 'Review' }).waitFor();
  expect(await stored()).toEqual([]);

  await row('prices.md').getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'prices.md' });
  const seen = dialog.getByRole('region', { name: 'Assistant’s view' });
  await seen.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
  await expect.poll(() => seen.locator('strong').innerText()).toBe('wardrobe');
  await dialog.getByRole('button', { name: 'Text', exact: true }).click();
  await seen.getByText('**wardrobe**').waitFor();
  await dialog.getByLabel('Document name').fill('delivery.md');
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await listed(page).getByRole('button', { name: 'delivery.md', exact: true }).waitFor();
  expect(await stored()).toEqual(['delivery.md']);

  await row('Returns (2026).txt').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('list', { name: 'Files' }).waitFor({ state: 'detached' });
  await listed(page).getByRole('button', { name: 'delivery.md', exact: true }).click();
  const view = page.getByRole('dialog', { name: 'delivery.md' });
  await view.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
  await view.getByRole('button', { name: 'Close' }).click();
  await listed(page).getByRole('button', { name: 'Remove delivery.md' }).click();
  await page.getByRole('button', { name: 'Remove document' }).click();
  await page.getByText('No documents yet.').waitFor();
  // The form above is still as it was typed, and saves.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Nora Oak' }).waitFor();
  expect(complaints).toEqual([]);
});

test('files can be dropped as well as chosen', async () => {
  const { page, row } = await open();
  const drop = page.locator('.file-drop');
  await drop.waitFor();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.md'));
    return transfer;
  }, PRICES);
  await drop.dispatchEvent('dragover', { dataTransfer: data });
  await expect.poll(() => drop.getAttribute('class')).toContain('over');
  await drop.dispatchEvent('drop', { dataTransfer: data });
  await row('dropped.md').getByRole('button', { name: 'Review' }).waitFor();
  await expect.poll(() => drop.getAttribute('class')).not.toContain('over');
});

describe('a document name that exists already', () => {
  test('is reported, and the document is replaced or both are kept', async () => {
    const { page, choose, stored, row } = await open('prices.md');
    const review = async (button: string) => {
      await choose(file('prices.pdf', Buffer.from(PRICES)));
      await row('prices.pdf').getByRole('button', { name: 'Review' }).click();
      const dialog = page.getByRole('dialog', { name: 'prices.pdf' });
      const said = await words(dialog.getByRole('status'));
      expect(said).toContain('prices.md exists');
      expect(said).toContain('Replacement takes effect immediately.');
      expect(said).toContain('saved as prices 2.md.');
      await dialog.getByRole('button', { name: button }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await review('Keep both');
    expect(await stored()).toEqual(['prices 2.md', 'prices.md']);
    await listed(page).getByRole('button', { name: 'Remove prices 2.md' }).click();
    await page.getByRole('button', { name: 'Remove document' }).click();
    await expect.poll(stored).toEqual(['prices.md']);
    await listed(page)
      .getByRole('button', { name: 'prices 2.md', exact: true })
      .waitFor({ state: 'detached' });
    await review('Replace document');
    expect(await stored()).toEqual(['prices.md']);
    await listed(page).getByText(`${PRICES.length} characters`).waitFor();
  });

  test('or is invalid is refused at its field', async () => {
    const { page, choose, row } = await open();
    await choose(file('prices.md'));
    await row('prices.md').getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'prices.md' });
    await dialog.getByLabel('Document name').fill('prices.exe');
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await dialog.getByText('Must be the name of a Markdown file, such as prices.md.').waitFor();
    await expect.poll(() => dialog.getByLabel('Document name').getAttribute('aria-invalid')).toBe('true');
  });
});

const SCAN = pdfFile(['q 100 0 0 100 0 0 cm Q']);

test.each([
  ['empty.md', Buffer.alloc(0), 'This file is empty.'],
  ['prices.md', Buffer.from('\u007fELF\u0002\u0001'), 'This kind of file cannot be read.'],
  ['broken.pdf', Buffer.from('%PDF-1.7 and nothing else'), 'This file is damaged.'],
  ['scan.pdf', SCAN, 'If it is a scan, run text recognition (OCR) on it'],
])('%s is refused with a reason, and does not delay other files', async (name, content, sentence) => {
  const { choose, ...visit } = await open();
  await choose(file(name, content), file('good.md'));
  await expectRefused(visit, name, sentence);
});

test('a file that is too large is refused with a reason, and does not delay other files', async () => {
  const visit = await open();
  // By its path, since its bytes would go through the connection to the browser.
  const paths = ['huge.pdf', 'good.md'].map((name) => join(folder, name));
  await visit.page.getByLabel('Add documents').setInputFiles(paths);
  await expectRefused(visit, 'huge.pdf', 'This file is too large. Files can have up to 10 MB.');
});

async function expectRefused(
  { page, row }: Pick<Awaited<ReturnType<typeof open>>, 'page' | 'row'>,
  name: string,
  sentence: string,
): Promise<void> {
  await row(name).getByRole('alert').getByText(sentence).waitFor();
  await row('good.md').getByRole('button', { name: 'Review' }).waitFor();
  await expect.poll(() => row(name).getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await row(name).getByRole('button', { name: 'Dismiss' }).click();
  await row(name).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(1);
}

test('an interrupted upload continues at the missing block', async () => {
  const { page, choose, row } = await open();
  const sent: string[] = [];
  page.on('request', (request) => {
    const block = /blocks\/(\d+)$/.exec(request.url())?.[1];
    if (block !== undefined) sent.push(block);
  });
  await page.route('**/blocks/1', (route) => route.abort());
  await choose(file('long.md', LONG));
  await row('long.md').getByRole('alert').getByText('The connection is interrupted.').waitFor();
  await page.unroute('**/blocks/1');
  // It has more text than a document may have, which only a file that has arrived can show.
  await row('long.md').getByText('The text of this file is too long.').waitFor();
  expect(sent.filter((block) => block === '0')).toHaveLength(1);
  expect(sent.at(-1)).toBe('2');
});

test('a canceled upload is deleted', async () => {
  const { page, choose, row } = await open();
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  await page.route('**/blocks/1', (route) => release(route.request().url()));
  await choose(file('long.md', LONG));
  const address = (await held).replace(/\/blocks.*/, '');
  const progress = row('long.md').getByRole('progressbar', { name: 'Upload of long.md' });
  expect(await progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBe(BLOCK_BYTES);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await row('long.md').getByRole('button', { name: 'Cancel' }).click();
  await row('long.md').waitFor({ state: 'detached' });
  await deleted;
  expect((await fetch(address)).status).toBe(404);
});

test('without a file storage a text file is added, and other files show what is missing', async () => {
  const { page, choose, stored, row } = await open();
  await page.route('**/api/uploads', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'uploads-not-configured', message: 'File uploads are not set up. Set UPLOADS_URL.' },
    }),
  );
  await choose(file('a.pdf', SCAN), file('prices.md'));
  await row('a.pdf').getByRole('alert').getByText('File uploads are not set up.').waitFor();
  await row('prices.md').getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'prices.md' });
  await dialog.getByText('**wardrobe**').waitFor();
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['prices.md']);
});
