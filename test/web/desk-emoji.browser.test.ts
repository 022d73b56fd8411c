import { beforeEach, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));

let sessionId: string;
const list = () => mia.page.getByRole('listbox', { name: 'Emoji' }).getByRole('option');
const picker = () => mia.page.getByRole('dialog', { name: 'Emoji' });
const cell = (name: string) => picker().getByRole('gridcell', { name, exact: true });
const focused = () => mia.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const text = () => mia.field.inputValue();

beforeEach(async () => {
  sessionId = await office.conversation('human_requested', 'Do you ship to Norway?');
  await mia.claim(sessionId);
});

async function looksRight(): Promise<void> {
  for (const theme of ['light', 'dark', 'contrast']) {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(mia.page)).toEqual([]);
  }
  await mia.page.evaluate(() => delete document.documentElement.dataset['theme']);
}

test('a colon and two letters list the emoji; arrows select, Enter inserts, and the next Enter sends', async () => {
  await mia.field.pressSequentially('Yes :smi');
  await expect.poll(() => list().first().innerText()).toContain(':smile:');
  const active = await mia.field.getAttribute('aria-activedescendant');
  expect(await list().first().getAttribute('id')).toBe(active);
  await looksRight();
  await mia.page.keyboard.press('ArrowDown');
  await expect.poll(() => list().nth(1).getAttribute('aria-selected')).toBe('true');
  await mia.page.keyboard.press('Enter');
  expect(await text()).toBe('Yes 😏');
  expect(await list().count()).toBe(0);
  await mia.page.keyboard.type(' we do');
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => office.stored(sessionId)).toContain('Yes 😏 we do');
});

test('Tab inserts in the middle of a text, and the cursor stays behind the emoji', async () => {
  await mia.field.fill('Hello  there');
  for (let back = 0; back < 6; back++) await mia.page.keyboard.press('ArrowLeft');
  await mia.page.keyboard.type(':tada');
  await list().first().waitFor();
  await mia.page.keyboard.press('Tab');
  await mia.page.keyboard.type('!');
  expect(await text()).toBe('Hello 🎉! there');
});

test('Escape closes the list and keeps the text; a word that no emoji is called stays text', async () => {
  await mia.field.pressSequentially(':smi');
  await list().first().waitFor();
  await mia.page.keyboard.press('Escape');
  await expect.poll(() => list().count()).toBe(0);
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => office.stored(sessionId)).toContain(':smi');
  await mia.field.pressSequentially('Error :xyzzy');
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => office.stored(sessionId)).toContain('Error :xyzzy');
});

test('the list works in a note', async () => {
  await mia.key('n');
  const note = mia.page.getByRole('textbox', { name: 'Private note' });
  await note.pressSequentially(':thumbsup');
  await list().first().click();
  expect(await note.inputValue()).toBe('👍');
  await note.fill('');
});

test('the picker finds by name, inserts with Enter, and shows the emoji that were used first', async () => {
  await mia.field.fill('Thanks ');
  await mia.button('Emoji').click();
  await expect.poll(focused).toBe('Find an emoji');
  await mia.page.keyboard.type('party popper');
  await expect.poll(() => picker().getByRole('gridcell').count()).toBe(1);
  await looksRight();
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => picker().count()).toBe(0);
  expect(await text()).toBe('Thanks 🎉');
  expect(await focused()).toBe('Reply to the visitor');
  await mia.button('Emoji').click();
  await picker().getByRole('heading', { name: 'Recently used' }).waitFor();
  await mia.page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('party popper');
  await mia.page.keyboard.press('Escape');
});

test('Enter takes what was typed last, also before it is shown', async () => {
  await mia.button('Emoji').click();
  await picker().getByRole('searchbox').waitFor();
  await mia.page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('.emoji-picker input');
    if (!input) return;
    input.value = 'tada';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect.poll(text).toBe('🎉');
});

test('arrows move through the grid, typing searches, and Escape returns to the button', async () => {
  await mia.button('Emoji').click();
  await mia.page.keyboard.type('cat');
  await cell('cat face').waitFor();
  const names = await picker()
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')));
  await mia.page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe(names[0]);
  await mia.page.keyboard.press('ArrowRight');
  expect(await focused()).toBe(names[1]);
  await mia.page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(names[9]);
  await mia.page.keyboard.press('Home');
  expect(await focused()).toBe(names[8]);
  // Only one emoji is in the tab order.
  expect(await picker().locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
  await mia.page.keyboard.type('s');
  expect(await focused()).toBe('Find an emoji');
  expect(await picker().getByRole('searchbox').inputValue()).toBe('cats');
  await mia.page.keyboard.press('Escape');
  await expect.poll(() => picker().count()).toBe(0);
  expect(await focused()).toBe('Emoji');
  expect(await mia.row(sessionId).count()).toBe(1);
});

test('a click elsewhere closes the picker; at 360 pixels and 400 % zoom it fits', async () => {
  await mia.button('Emoji').click();
  await cell('grinning face').waitFor();
  expect(await violations(mia.page)).toEqual([]);
  await mia.page.keyboard.press('Escape');
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 320, height: 200 },
  ]) {
    await mia.page.setViewportSize(viewport);
    await mia.button('Emoji').click();
    await cell('grinning face').waitFor();
    const box = await picker().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
    expect(box?.height).toBeLessThanOrEqual(viewport.height);
    const small = await cell('grinning face').evaluate((one) => one.clientWidth);
    expect(small).toBeGreaterThanOrEqual(24);
    await mia.field.click();
    await expect.poll(() => picker().count()).toBe(0);
  }
  await mia.page.setViewportSize({ width: 1280, height: 800 });
  expect(mia.complaints).toEqual([]);
});
