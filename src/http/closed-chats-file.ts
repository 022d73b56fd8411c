import type { ClosedChatRecord } from '../conversations/records/closed-chat.ts';
import { BYTE_ORDER_MARK, csvRecord, timeTitle, type CsvFormat, type CsvValue } from './csv.ts';
import { errorEvent } from './errors.ts';
import type { HttpReply } from './request.ts';

type Column = readonly [title: string, cell: (chat: ClosedChatRecord) => CsvValue];

/**
 * The columns of the file. Session ids are left out, because they give access to the conversation and the
 * file may be passed on (docs/api.md, Closed chats).
 */
const TIMES: readonly Column[] = [
  ['Closed at', ({ closedAt }) => ({ time: closedAt })],
  ['Started at', ({ createdAt }) => ({ time: createdAt })],
];
const COLUMNS: readonly Column[] = [
  ['Source domain', ({ sourceDomain }) => sourceDomain],
  ['Widget id', ({ widgetId }) => widgetId],
  ['Widget name', ({ widgetName }) => widgetName],
  ['Agent', ({ agentName }) => agentName],
  ['Waited seconds', ({ waitedSeconds }) => waitedSeconds],
  ['Handled seconds', ({ handledSeconds }) => handledSeconds],
  ['Messages', ({ messageCount }) => messageCount],
  ['Tags', ({ tags }) => tags?.join('; ')],
];
const COST: Column = ['Cost in USD', ({ cost }) => ({ decimal: cost.toFixed(6) })];

/**
 * The whole report as a streamed CSV file with back-pressure. A failure before the first line is an error
 * reply; later, the last line states that the file is incomplete.
 */
export async function closedChatsFile(
  chats: AsyncGenerator<ClosedChatRecord, void, void>,
  { name, withCost, format }: { name: string; withCost: boolean; format: CsvFormat },
): Promise<HttpReply> {
  const first = await chats.next();
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    body: records(first, chats, { columns: [...COLUMNS, ...(withCost ? [COST] : [])], format }),
  };
}

async function* records(
  first: IteratorResult<ClosedChatRecord, void>,
  chats: AsyncGenerator<ClosedChatRecord, void, void>,
  { columns: others, format }: { columns: readonly Column[]; format: CsvFormat },
): AsyncIterable<string> {
  const columns = [...TIMES.map(([title, cell]): Column => [timeTitle(title, format), cell]), ...others];
  yield (
    BYTE_ORDER_MARK +
    csvRecord(
      columns.map(([title]) => title),
      format,
    )
  );
  try {
    for (let next = first; !next.done; next = await chats.next()) {
      const { value: chat } = next;
      yield csvRecord(
        columns.map(([, cell]) => cell(chat)),
        format,
      );
    }
  } catch (error) {
    const rest = columns.slice(1).map(() => undefined);
    yield csvRecord([`Incomplete: ${errorEvent(error).error}`, ...rest], format);
  } finally {
    await chats.return();
  }
}
