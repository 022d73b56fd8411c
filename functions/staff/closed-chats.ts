import { reportRange } from '../../src/domain/closed-chats.ts';
import { closedChatForAgents } from '../../src/domain/records/closed-chat.ts';
import { boundedDownload } from '../../src/http/export-stream.ts';
import { closedChatsFile } from '../../src/http/closed-chats-file.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ClosedChatsQuery, ClosedChatsReply } from '../../src/wire/closed-chats.ts';

export const closedChats = endpoint({
  name: 'closed-chats',
  method: 'GET',
  route: 'reports/closed-chats',
  gate: 'staff',
  summary: 'Report on closed conversations',
  query: ClosedChatsQuery,
  answers: {
    200: {
      description: 'Newest first unless `order` is `oldest`; with `format=csv` all of them as one CSV file',
      schema: ClosedChatsReply,
    },
  },
  async handle({ staff, query, services }) {
    const { format, order, limit, cursor, sourceDomain, tag } = query;
    const range = reportRange(query, services.clock.now());
    const about = { ...range, order, ...(sourceDomain && { sourceDomain }), ...(tag && { tagId: tag }) };
    const withCost = staff === 'admin';
    if (format === 'csv') {
      const name = `closed-chats-${range.from.slice(0, 10)}-${range.to.slice(0, 10)}`;
      return closedChatsFile(boundedDownload(services.closedChats.all(about), services.clock), {
        name,
        withCost,
      });
    }
    const { items, ...next } = await services.closedChats.page({
      ...about,
      limit,
      ...(cursor && { cursor }),
    });
    const chats = withCost ? items : items.map(closedChatForAgents);
    return json<ClosedChatsReply>(200, { ...range, chats, ...next });
  },
});
