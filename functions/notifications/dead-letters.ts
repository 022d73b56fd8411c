import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DeadLettersQuery, DeadLettersReply } from '../../src/wire/dead-letters.ts';

export const deadLetters = endpoint({
  name: 'dead-letters',
  method: 'GET',
  route: 'notifications/dead-letters',
  gate: 'admin',
  summary: 'List the notices that could not be delivered',
  query: DeadLettersQuery,
  answers: { 200: { description: 'Newest first', schema: DeadLettersReply } },
  async handle({ query: { limit, cursor }, services }) {
    const { items, nextCursor } = await services.deadLetters.list(limit, cursor);
    return json<DeadLettersReply>(200, { deadLetters: items, ...(nextCursor && { nextCursor }) });
  },
});
