import { listedSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentSessionsQuery, AgentSessionsReply } from '../../src/wire/agent.ts';

export const agentSessions = endpoint({
  name: 'agent-sessions',
  method: 'GET',
  route: 'agent/sessions',
  gate: 'agent',
  summary: 'List conversations, those that wait for a person first, of the own groups before the others',
  query: AgentSessionsQuery,
  answers: {
    200: { description: 'Longest waiting first, then by latest message', schema: AgentSessionsReply },
  },
  async handle({ agent, query, services }) {
    const { status, claimedBy, sourceDomain, tag, limit, cursor } = query;
    const asked = {
      limit,
      ...(status && { status }),
      ...(claimedBy && { claimedBy: claimedBy === 'me' ? agent.oid : claimedBy }),
      ...(sourceDomain && { sourceDomain }),
      ...(tag && { tagId: tag }),
      ...(cursor && { cursor }),
    };
    const { items, nextCursor, own } = await services.agentDesk.list(asked, agent);
    return json<AgentSessionsReply>(200, {
      sessions: items.map(listedSession),
      ...(own && { ownWidgets: [...own], ...(agent.groupsLeftOut && { groupsLeftOut: true }) }),
      ...(nextCursor && { nextCursor }),
    });
  },
});
