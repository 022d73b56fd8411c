import type { ComponentChildren } from 'preact';
import type { ClosedChat } from '../../wire/closed-chats.ts';
import { formatCount, formatDuration, formatCost } from '../dashboard/format.ts';
import { moveBetweenRows, opensRow } from '../dashboard/parts/rows.ts';
import { RowShapes } from '../dashboard/parts/skeleton.tsx';
import { Stranger } from '../dashboard/parts/stranger.tsx';
import { Time } from '../dashboard/parts/time.tsx';

type Show = (chat: ClosedChat) => ComponentChildren;
type Column = readonly [title: string, show: Show, kind?: 'number'];

const COLUMNS: readonly Column[] = [
  ['Source domain', ({ sourceDomain }) => stranger(sourceDomain)],
  ['Widget', (chat) => <Widget chat={chat} />],
  ['Agent', ({ agentName }) => stranger(agentName)],
  ['Waited', ({ waitedSeconds }) => duration(waitedSeconds), 'number'],
  ['Handled', ({ handledSeconds }) => duration(handledSeconds), 'number'],
  ['Messages', ({ messageCount }) => formatCount(messageCount), 'number'],
];
const COST: Column = [
  'Cost',
  ({ cost, unpricedCalls = 0 }) => (cost === undefined ? <Dash /> : formatCost({ cost, unpricedCalls })),
  'number',
];

interface ReportTableProps {
  /** Undefined while they are on their way. */
  chats: readonly ClosedChat[] | undefined;
  hrefOf: (sessionId: string) => string;
}

/** Closed conversations as rows, in the order of closing; on a narrow page each is a card. */
export function ReportTable({ chats, hrefOf }: ReportTableProps) {
  // Only admins are told what a conversation cost.
  const columns = chats?.some(({ cost }) => cost !== undefined) ? [...COLUMNS, COST] : COLUMNS;
  return (
    <table class="report-table" aria-label="Closed chats" aria-busy={!chats} onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          <th scope="col">Closed</th>
          {columns.map(([title, , kind]) => (
            <th key={title} scope="col" class={kind}>
              {title}
            </th>
          ))}
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
      {columns.map(([title, show, kind]) => (
        <td key={title} class={kind} data-title={title}>
          {show(chat)}
        </td>
      ))}
    </tr>
  );
}

/** A widget by the name that it had when the conversation began, with the id that stays. */
function Widget({ chat: { widgetId, widgetName } }: { chat: ClosedChat }) {
  if (widgetId === undefined) return <Dash />;
  return (
    <span class="report-widget">
      <Stranger text={widgetName ?? ''} />
      <code>{widgetId}</code>
    </span>
  );
}

const stranger = (text: string | undefined) => (text === undefined ? <Dash /> : <Stranger text={text} />);
const duration = (seconds: number | undefined) =>
  seconds === undefined ? <Dash /> : formatDuration(seconds);

function Dash() {
  return (
    <span class="quiet">
      <span aria-hidden="true">—</span>
      <span class="unseen">none</span>
    </span>
  );
}
