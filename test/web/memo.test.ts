import { expect, test } from 'vitest';
import { keepLast } from '../../src/web/ui/memo.ts';

test('a view is rendered again only if one of its properties has changed', () => {
  let made = 0;
  const render = keepLast(({ row, ...rest }: { row: object; unread?: number | undefined }) => ({
    row,
    rest,
    number: ++made,
  }));
  const row = { sessionId: 'one' };
  const first = render({ row, unread: 0 });
  expect(render({ row, unread: 0 })).toBe(first);
  expect(render({ unread: 0, row })).toBe(first);
  expect(render({ row, unread: 1 }).number).toBe(2);
  expect(render({ row: { ...row }, unread: 1 }).number).toBe(3);
  expect(render({ row }).number).toBe(4);
  expect(render({ row, unread: undefined }).number).toBe(5);
  expect(render({ row, unread: undefined }).number).toBe(5);
});

test('an event renders only the row that it changes', () => {
  let rendered = 0;
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ sessionId: `session-${n}`, preview: 'Hello' }));
  const views = rows.map(() => keepLast(({ row }: { row: object }) => ({ row, number: ++rendered })));
  const render = (shown: readonly object[]) => views.map((view, n) => view({ row: shown[n] ?? {} }));
  render(rows);
  rendered = 0;
  render(rows.map((row, n) => (n === 7 ? { ...row, preview: 'Thanks' } : row)));
  expect(rendered).toBe(1);
});
