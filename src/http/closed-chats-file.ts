import type { ClosedChatRecord } from '../domain/records/closed-chat.ts';
import { BYTE_ORDER_MARK, csvRecord, type CsvCell } from './csv.ts';
import { errorEvent } from './errors.ts';
import type { HttpReply } from './request.ts';

type Column = readonly [title: string, cell: (chat: ClosedChatRecord) => CsvCell];

/**
 * The columns of the file. Session ids are left out, because they give access to the conversation and the
 * file may be passed on (docs/api.md, Closed chats).
 */
const COLUMNS: readonly Column[] = [
  ['Closed at', ({ closedAt }) => closedAt],
  ['Started at', ({ createdAt }) => createdAt],
  ['Source domain', ({ sourceDomain }) => sourceDomain],
  ['Widget id', ({ widgetId }) => widgetId],
  ['Widget name', ({ widgetName }) => widgetName],
  ['Agent', ({ agentName }) => agentName],
  ['Waited seconds', ({ waitedSeconds }) => waitedSeconds],
  ['Handled seconds', ({ handledSeconds }) => handledSeconds],
  ['Messages', ({ messageCount }) => messageCount],
  ['Tags', ({ tags }) => tags?.join('; ')],
];
const COST: Column = ['Cost in USD', ({ cost }) => cost.toFixed(6)];

/**
 * The whole report as a streamed CSV file with back-pressure. A failure before the first line is an error
 * reply; later, the last line states that the file is incomplete.
 */
export async function closedChatsFile(
  chats: AsyncGenerator<ClosedChatRecord, void, void>,
  { name, withCost }: { name: string; withCost: boolean },
): Promise<HttpReply> {
  const first = await chats.next();
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    body: records(first, chats, withCost ? [...COLUMNS, COST] : COLUMNS),
  };
}

async function* records(
  first: IteratorResult<ClosedChatRecord, void>,
  chats: AsyncGenerator<ClosedChatRecord, void, void>,
  columns: readonly Column[],
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + csvRecord(columns.map(([title]) => title));
  try {
    for (let next = first; !next.done; next = await chats.next()) {
      const { value: chat } = next;
      yield csvRecord(columns.map(([, cell]) => cell(chat)));
    }
  } catch (error) {
    yield csvRecord([`Incomplete: ${errorEvent(error).error}`, ...columns.slice(1).map(() => undefined)]);
  } finally {
    await chats.return();
  }
}
