import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SearchReply, SearchRequest } from '../../src/wire/admin.ts';

export const sessionSearch = endpoint({
  name: 'session-search',
  method: 'GET',
  route: 'sessions/search',
  gate: 'admin',
  summary: 'Search all messages',
  query: SearchRequest,
  answers: { 200: { description: 'Messages that hold every word, newest first', schema: SearchReply } },
  async handle({ query, services }) {
    const { q, tag, limit, cursor } = query;
    const page = { text: q, limit, ...(cursor !== undefined && { cursor }) };
    if (tag === undefined) {
      const { items, ...next } = await services.archive.search(page);
      return json<SearchReply>(200, { query: q, results: items, ...next });
    }
    const { items, ...next } = await services.agentSearch.find({ ...page, tagId: tag });
    const results = items.flatMap(({ message }) => message ?? []);
    return json<SearchReply>(200, { query: q, results, ...next });
  },
});
