import { beforeEach, describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

// Renders and elements are counted against bounds that only a page which does too much exceeds, on a machine
// of any speed. A clock that moves on during the test renders a row once more, and not a thousand rows.
const desk = freshFixture(renderedDesk);
/** Far fewer than a thousand rows, or than what sorting them reads of one. */
const FEW = 5;

function expectFew(renders: Record<string, number>, names: readonly string[]): void {
  for (const name of names) expect(renders[name] ?? 0, name).toBeLessThanOrEqual(FEW);
}
const ROWS = ['RowView'];
const THREAD = { MessagesView: 0, MessageView: 0 };

describe('with a thousand rows and a thread', () => {
  beforeEach(async () => {
    await desk.run((inPage) => inPage.show(1_000, 45));
    await desk.page.locator('.item').nth(1_000).waitFor({ state: 'attached' });
  });

  test('an event of a conversation renders its row, and nothing of the thread', async () => {
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.hearSession('s7')));
    expect(renders).toMatchObject(THREAD);
    expectFew(renders, ROWS);
    await expect.poll(() => desk.page.locator('[data-session=s7]').isVisible()).toBe(true);
  });

  test('an event or key that changes no row neither sorts nor compares rows', async () => {
    const reads = () => desk.page.evaluate<number>('inPage.reads');
    const before = await reads();
    expectFew(await desk.rendersOf(() => desk.run((inPage) => inPage.beAway())), ROWS);
    expectFew(await desk.rendersOf(() => desk.page.keyboard.press('q')), ROWS);
    expect((await reads()) - before).toBeLessThanOrEqual(FEW);
    await desk.run(() => (location.hash = '#/'));
    await expect.poll(() => desk.page.evaluate('inPage.desk.state.get().openId')).toBeUndefined();
    await desk.run(() => undefined);
    const inOrder = await reads();
    // The first of the list is opened: each row is asked once whether it has unread messages.
    await desk.page.keyboard.press('j');
    await expect.poll(() => desk.page.evaluate('inPage.desk.state.get().openId')).toBeDefined();
    expect((await reads()) - inOrder).toBeLessThanOrEqual(FEW);
  });

  test('a message that arrives renders only itself', async () => {
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.hearMessage(46)));
    expectFew(renders, ['MessageView']);
    await expect.poll(() => desk.page.locator('.entry').count()).toBe(46);
  });

  test('rows out of sight reserve their later height', async () => {
    const [rowPx, unseenPx] = await desk.page.evaluate(() => {
      const heightOf = (element?: Element | null) => element?.getBoundingClientRect().height;
      return [
        heightOf(document.querySelector('.item')),
        heightOf(document.querySelector('.rows > :nth-child(500)')),
      ];
    });
    expect(Math.abs((unseenPx ?? 0) - (rowPx ?? 0))).toBeLessThan(1);
  });

  test('leaving a conversation renders only its row', async () => {
    const renders = await desk.rendersOf(() => desk.page.keyboard.press('Escape'));
    expectFew(renders, ROWS);
    await expect.poll(() => desk.page.locator('.item[aria-current]').count()).toBe(0);
  });

  test('a key in the composer renders only the draft in its row', async () => {
    await desk.page.getByRole('textbox', { name: 'Reply to the visitor' }).focus();
    const renders = await desk.rendersOf(() => desk.page.keyboard.press('x'));
    expect(renders).toMatchObject({ ...THREAD, Transcript: 0 });
    expectFew(renders, ['Composer', ...ROWS]);
  });
});

describe('with a thousand rows of the dashboard', () => {
  beforeEach(() => desk.run((inPage) => inPage.poll(1_000)));

  test('a poll renders only the row that has changed', async () => {
    const renders = await desk.rendersOf(() => desk.run((inPage) => inPage.poll(1_000, { s7: 3 })));
    expectFew(renders, ['SessionTable', 'SessionRow']);
    await expect
      .poll(() => desk.page.locator('tbody tr').nth(7).locator('.number').first().innerText())
      .toBe('3');
  });

  test('an arrow key moves the focus and renders no row', async () => {
    await desk.page.locator('.row-link').nth(3).focus();
    const renders = await desk.rendersOf(() => desk.page.keyboard.press('ArrowDown'));
    expectFew(renders, ['SessionTable', 'SessionRow']);
    const focused = await desk.page.evaluate(() => document.activeElement?.getAttribute('href'));
    expect(focused).toBe('#/conversations/s4');
  });
});
