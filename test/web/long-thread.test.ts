import { describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';
import { CHUNK, isRendered, rangeNear } from '../../src/web/ui/thread-window.ts';

const desk = freshFixture(renderedDesk);
const show = () => desk.run((inPage) => inPage.show(1, 5_000));

/** Scrolls the thread, and waits for two frames. */
const scroll = (to: string) =>
  desk.page.evaluate(`new Promise((resolve) => {
    const thread = document.querySelector('.messages');
    thread.scrollTop = ${to};
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  })`);
const elements = () => desk.page.locator('.thread *').count();
const topOf = (selector: string) =>
  desk.page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
/** Whether no part of what is seen of the thread is left out. */
const isFilled = () =>
  desk.page.waitForFunction(
    () => {
      const seen = document.querySelector('.messages')?.getBoundingClientRect();
      const gaps = [...document.querySelectorAll('.gap')].map((gap) => gap.getBoundingClientRect());
      return seen && !gaps.some(({ top, bottom }) => bottom > seen.top && top < seen.bottom);
    },
    undefined,
    { timeout: 10_000 },
  );
/** The sequence number of the first message in sight. */
const firstInSight = () =>
  desk.page.evaluate(() => {
    const top = document.querySelector('.messages')?.getBoundingClientRect().top ?? 0;
    const entries = [...document.querySelectorAll<HTMLElement>('.entry[data-seq]')];
    return Number(entries.find((entry) => entry.getBoundingClientRect().top > top)?.dataset['seq']);
  });

describe('a thread of 5 000 messages', () => {
  test('opens at its newest message, with a bounded part of it in the page wherever the reader is', async () => {
    await show();
    expect(await desk.page.locator('[data-seq="5000"]').isVisible()).toBe(true);
    const counts = [await elements()];
    for (const share of [0.9, 0.5, 0.25, 0.1, 0]) {
      await scroll(`thread.scrollHeight * ${share}`);
      await isFilled();
      counts.push(await elements());
    }
    expect(Math.max(...counts)).toBeLessThan(2_500);
    expect(await desk.page.locator('[data-seq="1"]').isVisible()).toBe(true);
  });

  test.each([
    ['by scroll anchoring', true],
    ['in browsers without scroll anchoring', false],
  ])('stays where the reader is while older messages come in, %s', async (_case, anchors) => {
    if (!anchors) {
      await desk.page.addStyleTag({ content: '.messages { overflow-anchor: none }' });
      await desk.page.evaluate(() => (CSS.supports = () => false));
    }
    await show();
    let seq = await firstInSight();
    for (let step = 0; step < 40; step++) {
      const before = await topOf(`[data-seq="${seq}"]`);
      await scroll('thread.scrollTop - 400');
      expect(Math.abs((await topOf(`[data-seq="${seq}"]`)) - before - 400)).toBeLessThanOrEqual(1);
      seq = await firstInSight();
    }
    expect(seq).toBeLessThan(4_960);
  });

  test('follows what is new at its end, and not where the reader is further up', async () => {
    await show();
    await desk.run((inPage) => inPage.hearMessage(5_001));
    await desk.page.locator('[data-seq="5001"]').waitFor();
    expect(
      await desk.page.locator('[data-seq="5001"]').evaluate((it) => it.getBoundingClientRect().bottom),
    ).toBeLessThan(800);
    await scroll('thread.scrollHeight / 2');
    const seq = await firstInSight();
    await desk.run((inPage) => inPage.hearMessage(5_002));
    expect(await firstInSight()).toBe(seq);
    // It is there to be announced, and where the button leads.
    expect(await desk.page.locator('[data-seq="5002"]').getAttribute('aria-live')).toBeNull();
    await desk.page.getByRole('button', { name: 'Newest' }).click();
    await desk.page.locator('[data-seq="5002"]').waitFor();
    expect(await topOf('[data-seq="5002"]')).toBeLessThan(800);
  });

  test('goes to its first message by Home, and to the newest by End', async () => {
    await show();
    await desk.page.locator('.messages').focus();
    await desk.page.keyboard.press('Home');
    await desk.page.locator('[data-seq="1"]').waitFor();
    expect(await firstInSight()).toBe(1);
    await desk.page.keyboard.press('End');
    await desk.page.waitForFunction(() => {
      const thread = document.querySelector('.messages');
      return thread && thread.scrollHeight - thread.scrollTop - thread.clientHeight < 2;
    });
    expect(await topOf('[data-seq="5000"]')).toBeLessThan(800);
  });

  test('gives a search in the page the text of what is left out, and renders what it finds', async () => {
    await show();
    const gap = desk.page.locator('.gap [hidden="until-found"]', { hasText: 'Message **2001**' });
    await gap.evaluate((it) => it.dispatchEvent(new Event('beforematch', { bubbles: true })));
    await desk.page.locator('[data-seq="2001"]').waitFor();
  });

  test('says where a message is in it, and announces no history', async () => {
    await show();
    await scroll('0');
    const third = desk.page.locator('[data-seq="2"]');
    await third.waitFor();
    expect(await third.getAttribute('aria-posinset')).toBe('3');
    expect(await third.getAttribute('aria-live')).toBe('off');
  });

  test('is in the page as a whole for the printer', async () => {
    await desk.run((inPage) => inPage.show(1, 200));
    await desk.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => desk.page.locator('.entry[data-seq]').count()).toBe(200);
  });
});

describe('a transcript', () => {
  test('of 5 000 messages opens at the message that a link names', async () => {
    await desk.run((inPage) => inPage.showTranscript(5_000, 3_000));
    await desk.page.locator('.wanted[data-seq="3000"]').waitFor();
    const top = await topOf('[data-seq="3000"]');
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(800);
    expect(await elements()).toBeLessThan(2_500);
  });

  test('renders its newest messages after what the reader sees first', async () => {
    const [first, last] = await desk.page.evaluate<[number, boolean]>(`(async () => {
      inPage.showTranscript(5_000, 1);
      const first = document.querySelectorAll('.entry').length;
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      return [first, document.querySelector('[data-seq="5000"]') !== null];
    })()`);
    expect(first).toBeLessThanOrEqual(50);
    expect(last).toBe(true);
  });

  test('does not return to that message when the reader has left it', async () => {
    await desk.run((inPage) => inPage.showTranscript(5_000, 3_000));
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
    await desk.page.locator('[data-seq="3000"]').waitFor({ state: 'attached' });
    expect(await topOf('[data-seq="3000"]')).toBeGreaterThan(800);
  });
});

describe('what is rendered of a thread', () => {
  test.each([
    ['the first chunks at its top', 0, { from: 2, to: 9 }, 0, 3],
    ['the chunks around the reader', 5_000, { from: 7, to: 9 }, 3, 8],
    ['the last chunks at its end', 9_200, { from: 0, to: 7 }, 6, 9],
    ['what is seen alone, where the reader has jumped', 5_000, { from: 9, to: 9 }, 5, 5],
    ['what was rendered before and is still near', 5_000, { from: 0, to: 6 }, 2, 7],
  ])('is %s', (_case, scrolled, before, from, to) => {
    expect(rangeNear(10, (chunk) => chunk * 1_000 - scrolled, 800, before)).toEqual({ from, to });
  });

  test('is found by a few measurements of a long thread', () => {
    let measured = 0;
    const measure = (chunk: number) => {
      measured++;
      return chunk * 1_000 - 250_000;
    };
    expect(rangeNear(500, measure, 800, { from: 249, to: 251 })).toEqual({ from: 248, to: 252 });
    expect(measured).toBeLessThan(50);
  });

  test('is all of a short one, and always the newest chunks', () => {
    const nowhere = { from: -1, to: -1 };
    const rendered = (count: number) =>
      Array.from({ length: count }, (_, chunk) => isRendered(chunk, count, nowhere));
    expect(rendered(8)).not.toContain(false);
    expect(rendered(9).indexOf(true)).toBe(5);
    expect(CHUNK * 8).toBeGreaterThanOrEqual(80);
  });
});
