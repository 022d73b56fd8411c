import { ArrowDown, ArrowUp } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { ClosedChat } from '../../../domain/records/closed-chat.ts';
import { formatColumnMoney, formatCost, formatCount, formatDuration } from '../format.ts';
import { Icon } from '../icon.tsx';
import { moveBetweenRows, opensRow } from '../rows.ts';
import { RowShapes } from '../skeleton.tsx';
import { UntrustedText } from '../untrusted-text.tsx';
import { Time } from '../time.tsx';

type Show = (chat: ClosedChat) => ComponentChildren;

/** Columns with numbers can be sorted. */
export interface Column {
  title: string;
  show: Show;
  figure?: (chat: ClosedChat) => number | undefined;
}

const figure = (
  title: string,
  of: (chat: ClosedChat) => number | undefined,
  format: (value: number) => string,
): Column => ({
  title,
  figure: of,
  show(chat) {
    const value = of(chat);
    return value === undefined ? <Dash /> : format(value);
  },
});

const COLUMNS: readonly Column[] = [
  { title: 'Source domain', show: ({ sourceDomain }) => stranger(sourceDomain) },
  { title: 'Widget', show: (chat) => <Widget chat={chat} /> },
  { title: 'Agent', show: ({ agentName }) => stranger(agentName) },
  figure('Wait time', ({ waitedSeconds }) => waitedSeconds, formatDuration),
  figure('Handle time', ({ handledSeconds }) => handledSeconds, formatDuration),
  figure('Messages', ({ messageCount }) => messageCount, formatCount),
];
const COST: Column = {
  title: 'Cost',
  figure: ({ cost }) => cost,
  show: ({ cost, unpricedCalls = 0 }) =>
    cost === undefined ? <Dash /> : formatCost({ cost, unpricedCalls }, formatColumnMoney),
};

/** By the title of a numeric column, or by closing time. */
export interface Sort {
  by: string;
  descending: boolean;
}

export const CLOSED = 'Closed';
export const NEWEST_FIRST: Sort = { by: CLOSED, descending: true };

/** Sorts conversations by a number, missing values last. By closing time they come sorted. */
export function sorted(chats: readonly ClosedChat[], { by, descending }: Sort): readonly ClosedChat[] {
  const of = [...COLUMNS, COST].find(({ title }) => title === by)?.figure;
  if (!of) return chats;
  return chats.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return descending ? b - a : a - b;
  });
}

interface ReportTableProps {
  /** Undefined while loading. */
  chats: readonly ClosedChat[] | undefined;
  busy: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  hrefOf: (sessionId: string) => string;
}

/** Closed conversations as rows; as cards on a narrow page. */
export function ReportTable({ chats, busy, sort, onSort, hrefOf }: ReportTableProps) {
  // Only admins see the cost.
  const columns = chats?.some(({ cost }) => cost !== undefined) ? [...COLUMNS, COST] : COLUMNS;
  return (
    <table class="report-table" aria-label="Closed chats" aria-busy={busy} onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          <SortableHeader title={CLOSED} {...{ sort, onSort }} />
          {columns.map(({ title, figure }) =>
            figure ? (
              <SortableHeader key={title} kind="number" {...{ title, sort, onSort }} />
            ) : (
              <th key={title} scope="col">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {chats?.map((chat) => <Row key={chat.sessionId} {...{ chat, columns, hrefOf }} />) ?? (
          <RowShapes rows={8} columns={columns.length + 1} />
        )}
      </tbody>
    </table>
  );
}

interface SortableHeaderProps {
  title: string;
  kind?: 'number';
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** A click sorts by the column, largest or newest first; another one reverses the order. */
function SortableHeader({ title, kind, sort: { by, descending }, onSort }: SortableHeaderProps) {
  const isSorted = by === title;
  return (
    <th scope="col" class={kind} aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ by: title, descending: !(isSorted && descending) })}
      >
        {isSorted && <Icon svg={descending ? ArrowDown : ArrowUp} size={14} />}
        {title}
      </button>
    </th>
  );
}

interface RowProps {
  chat: ClosedChat;
  columns: readonly Column[];
  hrefOf: (sessionId: string) => string;
}

function Row({ chat, columns, hrefOf }: RowProps) {
  const address = hrefOf(chat.sessionId);
  return (
    <tr onClick={opensRow(address)}>
      <th scope="row">
        <a href={address} class="row-link">
          <Time at={chat.closedAt} />
        </a>
      </th>
      {columns.map(({ title, show, figure }) => (
        <td key={title} class={figure && 'number'} data-title={title}>
          {show(chat)}
        </td>
      ))}
    </tr>
  );
}

/** The widget's name at the start of the conversation, with its id. */
function Widget({ chat: { widgetId, widgetName } }: { chat: ClosedChat }) {
  if (widgetId === undefined) return <Dash />;
  return (
    <span class="report-widget">
      <UntrustedText text={widgetName ?? ''} />
      <code>{widgetId}</code>
    </span>
  );
}

const stranger = (text: string | undefined) =>
  text === undefined ? <Dash /> : <UntrustedText text={text} />;

function Dash() {
  return (
    <span class="quiet">
      <span aria-hidden="true">—</span>
      <span class="unseen">none</span>
    </span>
  );
}
