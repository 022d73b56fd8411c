import { describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

const desk = freshFixture(renderedDesk);
const show = () => desk.run((inPage) => inPage.show(1, 500));

/** Scrolls the thread, and waits for two frames. */
const scroll = (to: string) =>
  desk.page.evaluate(`new Promise((resolve) => {
    const thread = document.querySelector('.messages');
    thread.scrollTop = ${to};
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  })`);
const topOf = (selector: string) =>
  desk.page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
/** The sequence number of the first message in sight. */
const firstInSight = () =>
  desk.page.evaluate(() => {
    const top = document.querySelector('.messages')?.getBoundingClientRect().top ?? 0;
    const entries = [...document.querySelectorAll<HTMLElement>('.entry[data-seq]')];
    return Number(entries.find((entry) => entry.getBoundingClientRect().top > top)?.dataset['seq']);
  });

describe('a thread of many messages', () => {
  test('opens at its newest message and is completely in the page', async () => {
    await show();
    expect(await topOf('[data-seq="500"]')).toBeLessThan(800);
    await expect.poll(() => desk.page.locator('.entry[data-seq]').count()).toBe(500);
  });

  test('scrolls to new messages at its end, unless the reader has scrolled up', async () => {
    await show();
    await desk.run((inPage) => inPage.hearMessage(501));
    await desk.page.locator('[data-seq="501"]').waitFor();
    expect(
      await desk.page.locator('[data-seq="501"]').evaluate((it) => it.getBoundingClientRect().bottom),
    ).toBeLessThan(800);
    await scroll('thread.scrollHeight / 2');
    const seq = await firstInSight();
    await desk.run((inPage) => inPage.hearMessage(502));
    await expect.poll(() => firstInSight()).toBe(seq);
    await desk.page.getByRole('button', { name: 'Newest' }).click();
    await desk.page.locator('[data-seq="502"]').waitFor();
    expect(await topOf('[data-seq="502"]')).toBeLessThan(800);
  });

  test('scrolls to its first message with Home and to the newest with End', async () => {
    await show();
    await desk.page.locator('.messages').focus();
    await desk.page.keyboard.press('Home');
    await expect.poll(firstInSight).toBe(1);
    await desk.page.keyboard.press('End');
    await desk.page.waitForFunction(() => {
      const thread = document.querySelector('.messages');
      return thread && thread.scrollHeight - thread.scrollTop - thread.clientHeight < 2;
    });
    expect(await topOf('[data-seq="500"]')).toBeLessThan(800);
  });
});

describe('a transcript', () => {
  test('of many messages opens at the linked message', async () => {
    await desk.run((inPage) => inPage.showTranscript(500, 300));
    await desk.page.locator('.wanted[data-seq="300"]').waitFor();
    const top = await topOf('[data-seq="300"]');
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(800);
  });

  test('does not return to the linked message after the reader has left it', async () => {
    await desk.run((inPage) => inPage.showTranscript(500, 300));
    const goTo = (y: number) =>
      desk.page.evaluate(
        `new Promise((resolve) => {
          scrollTo(0, ${y});
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        })`,
      );
    const y = Number(await desk.page.evaluate('scrollY'));
    await goTo(0);
    await desk.page.locator('[data-seq="1"]').waitFor();
    await goTo(y - 900);
    await desk.page.locator('[data-seq="300"]').waitFor({ state: 'attached' });
    expect(await topOf('[data-seq="300"]')).toBeGreaterThan(800);
  });
});
