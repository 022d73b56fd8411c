import { listedSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentSearchReply, AgentSearchRequest } from '../../src/wire/agent-search.ts';

export const agentSearch = endpoint({
  name: 'agent-search',
  method: 'GET',
  route: 'agent/search',
  gate: 'agent',
  summary: 'Search conversations by words, visitor, source and time',
  query: AgentSearchRequest,
  answers: { 200: { description: 'Newest first', schema: AgentSearchReply } },
  async handle({ query: { q, tag, ...query }, services }) {
    const { items, ...next } = await services.agentSearch.find({ ...query, text: q, tagId: tag });
    const results = items.map(({ session, message }) => ({
      session: listedSession(session),
      ...(message && { message }),
    }));
    return json<AgentSearchReply>(200, { results, ...next });
  },
});
