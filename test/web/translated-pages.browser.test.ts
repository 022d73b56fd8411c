import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

/** The effect of a browser's translation on each text of a page; `{}` stands for its words. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('style, script, font, textarea')) continue;
      const holder = document.createElement('template');
      holder.innerHTML = '<font><font></font></font>';
      const outer = holder.content.firstElementChild;
      const inner = outer?.firstElementChild;
      if (!outer || !inner) continue;
      inner.textContent = `«${text.data}»`;
      text.replaceWith(outer);
      Reflect.set(outer, 'original', text);
    }
  });
}

const showOriginal = (page: Page) =>
  page.evaluate(() => {
    for (const outer of document.querySelectorAll('body font')) {
      const original: unknown = Reflect.get(outer, 'original');
      if (original instanceof Text) outer.replaceWith(original);
    }
  });

const desk = freshFixture(renderedDesk);
const submit = () => desk.page.locator('.composer [type=submit]').innerText();
const words = (selector: string) => desk.page.locator(selector).first().innerText();

beforeEach(async () => {
  await desk.run((inPage) => {
    inPage.followTranslation(document.body);
    inPage.show(3, 4);
  });
  await desk.page.locator('.composer').waitFor();
});
afterEach(() => desk.page.unrouteAll());

describe('a translated desk', () => {
  test('has a button that says either that it sends or that it adds a note', async () => {
    await translate(desk.page);
    expect((await submit()).trim()).toBe('«Send»');
    await desk.page.getByRole('button', { name: 'Note' }).click();
    expect((await submit()).trim()).toBe('Add note');
    await translate(desk.page);
    await desk.page.getByRole('button', { name: 'Reply' }).click();
    expect((await submit()).trim()).toBe('Send');
  });

  test('shows newer texts once and translates them', async () => {
    await translate(desk.page);
    await desk.run((inPage) => inPage.hearSession('s1', 'The newest line'));
    const row = '[data-session=s1]';
    await expect.poll(() => words(`${row} .item-preview`)).toBe('The newest line');
    await translate(desk.page);
    expect(await words(`${row} .item-preview`)).toBe('«The newest line»');
    await desk.run((inPage) => inPage.hearSession('s1', 'Still newer', 4));
    await expect.poll(() => words(`${row} .item-preview`)).toBe('Still newer');
  });

  test('removes texts whose translation is shown, and keeps the order of inserted ones', async () => {
    await desk.page.getByRole('textbox').fill('/nothing');
    await translate(desk.page);
    const mark = () => words('[data-session=s2] .item-preview');
    expect(await mark()).toBe('«Hello»');
    await desk.run(`(inPage) => inPage.desk.drafts.write('s2', 'note', 'Call back')`);
    await expect.poll(mark).toBe('Draft: Call back');
    await translate(desk.page);
    await desk.run(`(inPage) => inPage.desk.drafts.write('s2', 'note', '')`);
    await expect.poll(mark).toBe('Hello');
  });

  test('is restored when the original is chosen again', async () => {
    const before = await words('body');
    await translate(desk.page);
    expect(await words('body')).not.toBe(before);
    await showOriginal(desk.page);
    await expect.poll(() => words('body')).toBe(before);
    await desk.run((inPage) => inPage.hearSession('s1', 'The newest line'));
    await expect.poll(() => words('[data-session=s1] .item-preview')).toBe('The newest line');
  });
});
