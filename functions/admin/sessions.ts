import { listedSession } from '../../src/domain/records/session.ts';
import { since } from '../../src/domain/time-window.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionsQuery, SessionsReply } from '../../src/wire/admin.ts';

export const sessions = endpoint({
  name: 'sessions',
  method: 'GET',
  route: 'sessions',
  gate: 'admin',
  summary: 'List conversations',
  query: SessionsQuery,
  answers: { 200: { description: 'Newest, most expensive or longest waiting first', schema: SessionsReply } },
  async handle({ query, services }) {
    const { sortBy, window, status, tag, limit, cursor } = query;
    const activeSince = since(window, services.clock.now());
    const { items, ...next } = await services.archive.list({
      sortBy,
      limit,
      ...(activeSince !== undefined && { activeSince }),
      ...(status !== undefined && { status }),
      ...(tag !== undefined && { tagId: tag }),
      ...(cursor !== undefined && { cursor }),
    });
    return json<SessionsReply>(200, { sessions: items.map(listedSession), ...next });
  },
});
