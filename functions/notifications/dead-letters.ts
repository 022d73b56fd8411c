import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  DeadLettersQuery,
  DeadLettersReply,
  DeadLetterChange,
} from '../../src/notifications/wire/dead-letters.ts';

export const deadLetterEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'dead-letters',
    method: 'GET',
    route: 'notifications/dead-letters',
    gate: 'admin',
    summary: 'List the notices that could not be delivered',
    query: DeadLettersQuery,
    replies: { 200: { description: 'Newest first', schema: DeadLettersReply } },
    async handle({ query: { limit, cursor }, services }) {
      const { items, nextCursor } = await services.deadLetters.list(limit, cursor);
      return json<DeadLettersReply>(200, { deadLetters: items, ...(nextCursor && { nextCursor }) });
    },
  }),
  endpoint({
    name: 'dead-letter-change',
    method: 'POST',
    route: 'notifications/dead-letters',
    gate: 'admin',
    summary: 'Send an undelivered notice again, or remove it from the list',
    body: DeadLetterChange,
    replies: { 204: { description: 'It is tried as long as a new one; or it is removed and never sent' } },
    errors: ['notice-not-found', 'notice-outdated', 'channel-off'],
    async handle({ body: { action, sessionId, id }, services: { deadLetters } }) {
      if (action === 'retry') await deadLetters.retry(sessionId, id);
      else await deadLetters.dismiss(sessionId, id);
      return empty(204);
    },
  }),
];
