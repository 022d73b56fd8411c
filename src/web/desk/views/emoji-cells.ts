/** The emoji of a picker by rows, over all of its groups. */
export function cellsIn(panel: HTMLElement | null): HTMLElement[][] {
  const rows = panel?.querySelectorAll('[role=row]') ?? [];
  return Array.from(rows, (row) => Array.from(row.querySelectorAll<HTMLElement>('[role=gridcell]')));
}

/**
 * The element that a key moves the focus to, from an emoji or the search field; undefined for other keys and
 * at the ends. Left and right follow the order of the emoji, up and down keep the column.
 */
export function cellAfter(
  rows: readonly (readonly HTMLElement[])[],
  from: HTMLElement,
  key: string,
): HTMLElement | 'search' | undefined {
  const at = rows.findIndex((row) => row.includes(from));
  const row = rows[at];
  if (!row) return key === 'ArrowDown' ? rows[0]?.[0] : undefined;
  const column = row.indexOf(from);
  const inRow = (other: readonly HTMLElement[] | undefined) => other?.[Math.min(column, other.length - 1)];
  switch (key) {
    case 'ArrowRight':
      return row[column + 1] ?? rows[at + 1]?.[0];
    case 'ArrowLeft':
      return row[column - 1] ?? rows[at - 1]?.at(-1);
    case 'ArrowDown':
      return inRow(rows[at + 1]);
    case 'ArrowUp':
      return at === 0 ? 'search' : inRow(rows[at - 1]);
    case 'Home':
      return row[0];
    case 'End':
      return row.at(-1);
    default:
      return undefined;
  }
}
