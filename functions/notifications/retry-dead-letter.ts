import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { DeadLetterChange } from '../../src/wire/dead-letters.ts';

export const retryDeadLetter = endpoint({
  name: 'dead-letter-retry',
  method: 'POST',
  route: 'notifications/dead-letters/retry',
  gate: 'admin',
  summary: 'Send an undelivered notice again',
  body: DeadLetterChange,
  answers: { 204: { description: 'It is tried now, and as long as a new one' } },
  errors: ['notice-not-found', 'notice-outdated', 'channel-off'],
  async handle({ body, services }) {
    await services.deadLetters.retry(body.sessionId, body.id);
    return empty(204);
  },
});
