import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { violations } from '../support/browser/axe.ts';
import { png } from '../support/files/images.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice, type DeskPage } from './support/office.ts';

const TEXT = { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('Order 4711 '.repeat(100)) };
const FAULT = { status: 500, json: { error: 'internal-error', message: 'Something went wrong.' } };
const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: png(1600, 900) };

let mia: DeskPage;
let sessionId: string;

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth', ATTACHMENTS: 'true' } }));
beforeAll(async () => {
  mia = await office.agent('Mia Berg');
});
beforeEach(async () => {
  await mia.page.unrouteAll({ behavior: 'ignoreErrors' });
  sessionId = await office.conversation('human_requested', 'The frame is bent');
  await mia.claim(sessionId);
});

const tray = () => mia.page.getByRole('list', { name: 'Files to send' });
const rows = () => tray().getByRole('listitem').locator('bdi').allInnerTexts();
const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  mia.page.locator('.composer input[type=file]').setInputFiles(files);
const isReady = (name: string) =>
  tray()
    .getByRole('button', { name: `Remove ${name}` })
    .waitFor();
const isFocused = (element: Locator) => element.evaluate((it) => it === document.activeElement);

const TWO = [
  ['order.txt', 11],
  ['invoice.txt', 11],
] as const;

/** Drags files of text over the messages, by name and length, and drops them there unless it `holds`. */
async function drag(
  files: readonly (readonly [name: string, bytes: number, type?: string])[],
  holds = false,
): Promise<void> {
  const dataTransfer = await mia.page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const [name, bytes, type = 'text/plain'] of given) {
      data.items.add(new File(['<'.padEnd(bytes, 'a').slice(type === 'text/plain' ? 1 : 0)], name, { type }));
    }
    return data;
  }, files);
  await mia.thread.dispatchEvent('dragover', { dataTransfer });
  if (!holds) await mia.thread.dispatchEvent('drop', { dataTransfer });
}

describe('the files of a reply', () => {
  test('are reviewed before they are sent in order, with a preview of images', async () => {
    await choose(PHOTO, TEXT);
    await isReady('order.txt');
    expect(await rows()).toEqual(['photo.png', 'order.txt']);
    await tray().getByText('1.1 kB').waitFor();
    await tray().getByRole('button', { name: 'Show photo.png' }).click();
    const large = mia.page.getByRole('dialog', { name: 'photo.png' });
    await large.getByRole('img', { name: 'photo.png' }).locator('canvas').waitFor();
    await mia.page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expect(await office.stored(sessionId)).not.toContain('photo.png, order.txt');
    await mia.button('Send').click();
    await expect.poll(() => office.stored(sessionId)).toContain('photo.png, order.txt');
    await expect.poll(() => tray().count()).toBe(0);
  });

  test('that are too large or of another type are refused with a reason and not uploaded', async () => {
    const begun: string[] = [];
    await mia.page.route('**/attachments', (route) => {
      if (route.request().method() === 'POST') begun.push(route.request().postData() ?? '');
      return route.fallback();
    });
    await drag([
      ['log.txt', 10 * 1024 * 1024 + 2],
      ['drawing.svg', 9, 'image/svg+xml'],
      ['order.txt', 11],
    ]);
    await tray().getByText('This file is too large. Files can have up to 10 MB.').waitFor();
    await tray().getByText('This kind of file cannot be sent.').waitFor();
    await isReady('order.txt');
    expect(begun.map((body) => JSON.parse(body) as object)).toEqual([{ fileName: 'order.txt', bytes: 10 }]);
  });

  test('are dropped anywhere on the conversation, and a note refuses them with a reason', async () => {
    await drag(TWO);
    await isReady('invoice.txt');
    await isReady('order.txt');
    await tray().getByRole('button', { name: 'Remove invoice.txt' }).click();
    await tray().getByRole('button', { name: 'Remove order.txt' }).click();
    await mia.button('Note').click();
    await drag(TWO, true);
    await mia.page.getByText('A note cannot have files. Switch to Reply to send them.').waitFor();
    await drag(TWO);
    await mia.button('Reply').click();
    await expect.poll(() => tray().count()).toBe(0);
  });

  test('that fail are tried again, and files beyond the limit of a message wait for the next', async () => {
    await mia.page.route('**/attachments', (route) => route.fulfill(FAULT), { times: 1 });
    await choose(TEXT);
    await tray().getByRole('button', { name: 'Try again order.txt' }).click();
    await isReady('order.txt');
    await choose(...[2, 3, 4, 5, 6].map((count) => ({ ...TEXT, name: `${count}.txt` })));
    const sixth = tray().getByRole('listitem').filter({ hasText: '6.txt' });
    await sixth.getByText('A message can have up to 5 files.').waitFor();
    await isReady('5.txt');
    await mia.button('Send').click();
    await sixth.getByRole('button', { name: 'Try again 6.txt' }).click();
    await isReady('6.txt');
    expect(await rows()).toEqual(['6.txt']);
  });

  test('are restored with their preview when a message that could not be sent is edited', async () => {
    await choose(PHOTO);
    await isReady('photo.png');
    await mia.field.fill('Like this one?');
    await mia.page.route('**/message', (route) => route.abort());
    await mia.button('Send').click();
    await mia.thread.getByRole('button', { name: 'Edit' }).click();
    await tray().getByRole('button', { name: 'Show photo.png' }).waitFor();
    await expect.poll(() => mia.field.inputValue()).toBe('Like this one?');
  });
});

describe('an image of the thread', () => {
  const image = () => mia.thread.getByRole('link', { name: 'photo.png' });
  const dialog = () => mia.page.getByRole('dialog', { name: 'photo.png' });
  const shown = () => dialog().getByRole('img', { name: 'photo.png' });
  const width = async () => Math.round((await shown().boundingBox())?.width ?? 0);

  beforeEach(async () => {
    await choose(PHOTO);
    await isReady('photo.png');
    await mia.button('Send').click();
    await image().waitFor();
  });

  test('opens large with Enter, fitted or in original size, and Escape returns the focus', async () => {
    await image().focus();
    await mia.page.keyboard.press('Enter');
    await expect.poll(width).toBeGreaterThan(900);
    expect(await width()).toBeLessThan(1280);
    await dialog().getByRole('button', { name: '100 %' }).press('Enter');
    await expect.poll(width).toBe(1600);
    const link = dialog().getByRole('link', { name: 'Open in a new tab' });
    await expect.poll(() => link.getAttribute('href')).toBe(await image().getAttribute('href'));
    await mia.page.keyboard.press('Escape');
    await expect.poll(() => isFocused(image())).toBe(true);
    await expect.poll(() => dialog().count()).toBe(0);
  });

  test.each(['light', 'dark', 'contrast'])('and the files of a reply are accessible: %s', async (theme) => {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    await choose(PHOTO, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await isReady('photo.png');
    for (const [viewportWidth, height] of [
      [1280, 800],
      [360, 740],
      [320, 256],
    ] as const) {
      await mia.page.setViewportSize({ width: viewportWidth, height });
      expect(await violations(mia.page)).toEqual([]);
      await image().click();
      await shown().waitFor();
      expect(await violations(mia.page)).toEqual([]);
      const sticksOut = await mia.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(sticksOut).toBe(0);
      await mia.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    }
    await mia.page.setViewportSize({ width: 1280, height: 800 });
  });
});
