import type { ComponentChildren } from 'preact';
import type { ClosedChat } from '../../../conversations/records/closed-chat.ts';
import { formatCount, formatDuration } from '../format.ts';
import { opensRow } from '../rows.ts';
import { Table, type Heading } from '../table.tsx';
import { UntrustedText } from '../untrusted-text.tsx';
import { Time } from '../time.tsx';

type Show = (chat: ClosedChat) => ComponentChildren;

/** A column. Numeric columns can be sorted. */
interface Column {
  title: string;
  show: Show;
  figure?: (chat: ClosedChat) => number | undefined;
}

const numberColumn = (
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
  { title: 'Source domain', show: ({ sourceDomain }) => textOrDash(sourceDomain) },
  { title: 'Widget', show: (chat) => <Widget chat={chat} /> },
  { title: 'Agent', show: ({ agentName }) => textOrDash(agentName) },
  numberColumn('Wait time', ({ waitedSeconds }) => waitedSeconds, formatDuration),
  numberColumn('Handle time', ({ handledSeconds }) => handledSeconds, formatDuration),
  numberColumn('Messages', ({ messageCount }) => messageCount, formatCount),
];
const TAGS: Column = {
  title: 'Tags',
  show: ({ tags }) => textOrDash(tags?.join(', ')),
};
/** Sorts by the title of a numeric column, or by closing time. */
interface Sort {
  by: string;
  descending: boolean;
}

export const CLOSED = 'Closed';
export const NEWEST_FIRST: Sort = { by: CLOSED, descending: true };

/** Sorts conversations by a numeric column, with missing values last. The service sorts by closing time. */
export function sortChats(chats: readonly ClosedChat[], { by, descending }: Sort): readonly ClosedChat[] {
  const of = COLUMNS.find(({ title }) => title === by)?.figure;
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

/** Closed conversations as table rows; as cards on narrow pages. */
export function ReportTable({ chats, busy, sort, onSort, hrefOf }: ReportTableProps) {
  const columns = [...COLUMNS, ...(chats?.some(({ tags }) => tags) ? [TAGS] : [])];
  const heading = (title: string, figure?: Column['figure']): Heading => ({
    title,
    number: figure !== undefined,
    ...((figure || title === CLOSED) && sortHandler(title, sort, onSort)),
  });
  return (
    <Table
      label="Closed chats"
      class="linked cards report-table"
      headings={[heading(CLOSED), ...columns.map(({ title, figure }) => heading(title, figure))]}
      busy={busy}
      expected={8}
    >
      {chats?.map((chat) => (
        <Row key={chat.sessionId} {...{ chat, columns, hrefOf }} />
      ))}
    </Table>
  );
}

/** Sorts by the column in descending order, or reverses the order if it is already sorted by it. */
function sortHandler(title: string, { by, descending }: Sort, onSort: (sort: Sort) => void) {
  const isSorted = by === title;
  const order = descending ? ('descending' as const) : ('ascending' as const);
  return {
    sorted: isSorted ? order : undefined,
    onSort: () => onSort({ by: title, descending: !(isSorted && descending) }),
  };
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

/** The widget's name when the conversation started, with its id. */
function Widget({ chat: { widgetId, widgetName } }: { chat: ClosedChat }) {
  if (widgetId === undefined) return <Dash />;
  return (
    <span class="report-widget">
      <UntrustedText text={widgetName ?? ''} />
      <code>{widgetId}</code>
    </span>
  );
}

const textOrDash = (text: string | undefined) =>
  text === undefined ? <Dash /> : <UntrustedText text={text} />;

function Dash() {
  return (
    <span class="quiet">
      <span aria-hidden="true">—</span>
      <span class="unseen">none</span>
    </span>
  );
}
