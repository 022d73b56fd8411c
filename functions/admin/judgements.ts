import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { JudgementsQuery, JudgementsReply } from '../../src/wire/admin.ts';

export const judgements = endpoint({
  name: 'judgements',
  method: 'GET',
  route: 'judgements',
  gate: 'admin',
  summary: 'List what a model thinks of a sample of answers',
  query: JudgementsQuery,
  answers: { 200: { description: 'Newest first; opinions, counted in no figure', schema: JudgementsReply } },
  async handle({ query: { limit, cursor }, services }) {
    const { items, nextCursor } = await services.judgements.list(limit, cursor);
    return json<JudgementsReply>(200, { judgements: items, ...(nextCursor !== undefined && { nextCursor }) });
  },
});
