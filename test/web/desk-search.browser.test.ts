import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));

let parcel: string;
beforeAll(async () => {
  parcel = await office.conversation('open', 'Where is my parcel?');
  await office.conversation('open', 'Do you ship to Norway?');
});

const dialog = () => mia.page.getByRole('dialog', { name: 'Search' });
const words = () => dialog().getByRole('searchbox', { name: 'Words in messages' });

test('a conversation is found by its words with the keyboard and opened at the message', async () => {
  await mia.key('/');
  await words().waitFor();
  await mia.page.keyboard.type('parcel');
  await dialog().getByText('1 result').waitFor();
  await mia.page.keyboard.press('ArrowDown');
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => mia.page.url()).toContain(`#/c/${parcel}?at=1`);
  await mia.thread.getByText('Where is my parcel?').waitFor();
  await expect.poll(() => dialog().count()).toBe(0);
});

test('Ctrl K opens the search during writing, and Escape keeps the text', async () => {
  const note = mia.page.getByRole('textbox', { name: 'Private note' });
  await note.waitFor();
  await note.fill('Half a note');
  await mia.page.keyboard.press('Control+k');
  await words().waitFor();
  await mia.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => note.inputValue()).toBe('Half a note');
});

test('the search is accessible in every theme, on a phone and at 400 %', async () => {
  await mia.page.keyboard.press('Control+k');
  await words().fill('parcel');
  await dialog().getByText('1 result').waitFor();
  for (const theme of ['light', 'dark', 'contrast']) {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(mia.page)).toEqual([]);
  }
  for (const [width, height] of [
    [360, 740],
    [320, 256],
  ] as const) {
    await mia.page.setViewportSize({ width, height });
    const sticksOut = () => dialog().evaluate((it) => it.scrollWidth - it.clientWidth);
    await expect.poll(sticksOut).toBe(0);
    await dialog().getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded();
    await expect.poll(() => dialog().getByRole('button', { name: 'Close' }).isVisible()).toBe(true);
  }
});
