import { beforeEach, describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

// Renders and elements are counted, so that a page that does too much fails on a machine of any speed.
const desk = freshFixture(renderedDesk);

describe('of a thousand rows and a thread', () => {
  beforeEach(async () => {
    await desk.run((inPage) => inPage.show(1_000, 45));
    await desk.page.locator('.item').nth(1_000).waitFor({ state: 'attached' });
  });

  test('an event of a conversation renders its row, and nothing of the thread', async () => {
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.hearSession('s7')));
    expect(renders).toMatchObject({ RowGroup: 1, RowView: 1, MessagesView: 0, MessageView: 0 });
    expect(await desk.page.locator('[data-session=s7]').isVisible()).toBe(true);
  });

  test('what concerns no row, and a key that is no shortcut, put no rows in order and compare none', async () => {
    const reads = () => desk.page.evaluate<number>('inPage.reads');
    const before = await reads();
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.beAway()));
    expect(renders).toMatchObject({ App: 1, RowGroup: 0 });
    expect(await desk.rendersOf(() => desk.page.keyboard.press('q'))).toMatchObject({ List: 0 });
    expect(await reads()).toBe(before);
    await desk.run(() => (location.hash = '#/'));
    await expect.poll(() => desk.page.evaluate('inPage.desk.state.get().openId')).toBeUndefined();
    await desk.run(() => undefined);
    const inOrder = await reads();
    // The first of the list is opened: each row is asked once whether it has unread messages.
    await desk.page.keyboard.press('j');
    await expect.poll(() => desk.page.evaluate('inPage.desk.state.get().openId')).toBeDefined();
    await expect.poll(reads).toBe(inOrder + 1);
  });

  test('a message that arrives renders itself, and no other message', async () => {
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.hearMessage(46)));
    expect(renders).toMatchObject({ MessageView: 1 });
    expect(await desk.page.locator('.entry').count()).toBe(46);
  });

  test('rows out of sight take the space that they will have', async () => {
    const [rowPx, unseenPx] = await desk.page.evaluate(() => {
      const heightOf = (element?: Element | null) => element?.getBoundingClientRect().height;
      return [
        heightOf(document.querySelector('.item')),
        heightOf(document.querySelector('.row-group:nth-child(20)')),
      ];
    });
    expect(Math.abs((unseenPx ?? 0) / 25 - (rowPx ?? 0))).toBeLessThan(1);
  });

  test('leaving a conversation renders its row', async () => {
    const renders = await desk.rendersOf(() => desk.page.keyboard.press('Escape'));
    expect(renders).toMatchObject({ RowGroup: 1, RowView: 1 });
    expect(await desk.page.locator('.item[aria-current]').count()).toBe(0);
  });

  test('a key in the composer renders the draft in its row, and nothing of the thread', async () => {
    await desk.page.getByRole('textbox', { name: 'Reply to the visitor' }).focus();
    const renders = await desk.rendersOf(() => desk.page.keyboard.press('x'));
    expect(renders).toMatchObject({
      Composer: 1,
      MessagesView: 0,
      Transcript: 0,
      MessageView: 0,
      RowView: 1,
    });
  });
});

describe('a desk of a thousand rows', () => {
  test('shows the first at once, and the others a group a frame, so that no task is long', async () => {
    const counts = await desk.page.evaluate<number[]>(`(async () => {
      const rows = () => document.querySelectorAll('.item').length;
      inPage.show(1_000, 45);
      const counts = [rows()];
      for (let frame = 0; frame < 200 && counts.at(-1) < 1_001; frame++) {
        await new Promise(requestAnimationFrame);
        counts.push(rows());
      }
      return counts;
    })()`);
    expect(counts[0]).toBe(51);
    expect(counts.at(-1)).toBe(1_001);
    const added = counts.map((count, frame) => count - (counts[frame - 1] ?? count));
    expect(Math.max(...added)).toBe(25);
  });
});

describe('of a thousand rows of the dashboard', () => {
  beforeEach(() => desk.run((inPage) => inPage.poll(1_000)));

  test('a poll renders the row that has changed', async () => {
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.poll(1_000, { s7: 3 })));
    expect(renders).toMatchObject({ SessionTable: 1, SessionRow: 1 });
    expect(await desk.page.locator('tbody tr').nth(7).locator('.number').first().innerText()).toBe('3');
  });

  test('an arrow key moves the focus and renders no row', async () => {
    await desk.page.locator('.row-link').nth(3).focus();
    const renders = await desk.rendersOf(() => desk.page.keyboard.press('ArrowDown'));
    expect(renders).toMatchObject({ SessionTable: 0, SessionRow: 0 });
    const focused = await desk.page.evaluate(() => document.activeElement?.getAttribute('href'));
    expect(focused).toBe('#/conversations/s4');
  });
});
