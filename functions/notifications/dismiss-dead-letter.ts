import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { DeadLetterChange } from '../../src/wire/dead-letters.ts';

export const dismissDeadLetter = endpoint({
  name: 'dead-letter-dismiss',
  method: 'POST',
  route: 'notifications/dead-letters/dismiss',
  gate: 'admin',
  summary: 'Remove an undelivered notice from the list',
  body: DeadLetterChange,
  answers: { 204: { description: 'Removed; it is never sent' } },
  errors: ['notice-not-found'],
  async handle({ body, services }) {
    await services.deadLetters.dismiss(body.sessionId, body.id);
    return empty(204);
  },
});
