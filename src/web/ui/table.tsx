import { ArrowDown, ArrowUp } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { moveBetweenRows } from './rows.ts';
import { RowShapes } from './skeleton.tsx';
import { Button } from './button.tsx';

export interface Heading {
  title: string;
  /** Aligns numbers and times at the end. Default: false. */
  number?: boolean;
  /** The sort order, if the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  /** Makes the heading a sort button. */
  onSort?: () => void;
}

interface TableProps {
  label: string;
  class: string;
  headings: readonly Heading[];
  /** Whether rows are loading. */
  busy: boolean;
  /** The number of placeholder rows while loading. */
  expected: number;
  /** The rows; undefined while loading. */
  children: ComponentChildren;
}

/** A table. The arrow keys move between rows that are links. */
export function Table({ label, class: name, headings, busy, expected, children }: TableProps) {
  return (
    <table class={name} aria-label={label} aria-busy={busy} onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <ColumnHeading key={heading.title} {...heading} />
          ))}
        </tr>
      </thead>
      <tbody>{children ?? <RowShapes rows={expected} columns={headings.length} />}</tbody>
    </table>
  );
}

function ColumnHeading({ title, number, sorted, onSort }: Heading) {
  return (
    <th scope="col" class={number ? 'number' : undefined} aria-sort={sorted}>
      {onSort ? (
        <Button class="sort" onClick={onSort}>
          {sorted && <Icon svg={sorted === 'descending' ? ArrowDown : ArrowUp} size={14} />}
          {title}
        </Button>
      ) : (
        title
      )}
    </th>
  );
}
