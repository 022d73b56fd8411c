import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { DeadLetterChange } from '../../src/wire/dead-letters.ts';

export const changeDeadLetter = endpoint({
  name: 'dead-letter-change',
  method: 'POST',
  route: 'notifications/dead-letters',
  gate: 'admin',
  summary: 'Send an undelivered notice again, or remove it from the list',
  body: DeadLetterChange,
  answers: { 204: { description: 'It is tried as long as a new one; or it is removed and never sent' } },
  errors: ['notice-not-found', 'notice-outdated', 'channel-off'],
  async handle({ body: { action, sessionId, id }, services: { deadLetters } }) {
    if (action === 'retry') await deadLetters.retry(sessionId, id);
    else await deadLetters.dismiss(sessionId, id);
    return empty(204);
  },
});
