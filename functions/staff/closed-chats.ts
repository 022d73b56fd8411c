import { reportRange } from '../../src/conversations/rules/closed-chats.ts';
import { wantedFacets } from '../../src/conversations/rules/session-facets.ts';
import { closedChatForAgents } from '../../src/conversations/records/closed-chat.ts';
import { csvFormat } from '../../src/http/csv.ts';
import { preferredLanguage } from '../../src/http/negotiation.ts';
import { since } from '../../src/availability/rules/time-window.ts';
import { boundedDownload } from '../../src/http/export-stream.ts';
import { closedChatsFile } from '../../src/http/closed-chats-file.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ClosedChatsQuery, ClosedChatsReply } from '../../src/admin/wire/closed-chats.ts';

/** The start of all time. */
const EVER = new Date(0).toISOString();

export const closedChats = endpoint({
  name: 'closed-chats',
  method: 'GET',
  route: 'reports/closed-chats',
  gate: 'staff',
  summary: 'Report on closed conversations',
  query: ClosedChatsQuery,
  replies: {
    200: {
      description: 'Newest first unless `order` is `oldest`; with `format=csv` all of them as one CSV file',
      schema: ClosedChatsReply,
    },
  },
  async handle({ staff, query, request, services }) {
    const { format, order, window, limit, cursor } = query;
    const nowMs = services.clock.now();
    const from = query.from ?? (window === undefined ? undefined : (since(window, nowMs) ?? EVER));
    const range = reportRange({ from, to: query.to }, nowMs);
    const about = { ...range, order, facets: wantedFacets(query) };
    const withCost = staff === 'admin';
    if (format === 'csv') {
      const name = `closed-chats-${range.from.slice(0, 10)}-${range.to.slice(0, 10)}`;
      return closedChatsFile(boundedDownload(services.closedChats.all(about), services.clock), {
        name,
        withCost,
        format: csvFormat(query.locale ?? preferredLanguage(request), query.timeZone),
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
