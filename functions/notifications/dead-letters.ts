import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DeadLettersReply } from '../../src/wire/dead-letters.ts';

export const deadLetters = endpoint({
  name: 'dead-letters',
  method: 'GET',
  route: 'notifications/dead-letters',
  gate: 'admin',
  summary: 'List the notices that could not be delivered',
  answers: { 200: { description: 'Newest first, at most 100', schema: DeadLettersReply } },
  handle: async ({ services }) =>
    json<DeadLettersReply>(200, { deadLetters: await services.deadLetters.list() }),
});
