import { forVisitor } from '../../src/domain/records/message.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ActionFormReply, ActionFormRequest } from '../../src/wire/visitor-actions.ts';

export const actionForm = endpoint({
  name: 'action-form',
  method: 'POST',
  route: 'chat/actions',
  gate: 'visitor',
  limit: 'messages',
  summary: 'Send the form of an action',
  body: ActionFormRequest,
  answers: { 200: { description: 'The result, or a change that waits', schema: ActionFormReply } },
  errors: [
    'origin-not-allowed',
    'session-not-found',
    'action-not-found',
    'agent-has-joined',
    'action-limit',
    'session-closed',
    'rate-limited',
  ],
  async handle({ body, claimsFor, services }) {
    const { session, message, reply } = await services.visitorActions.submit(
      body,
      await claimsFor(body.sessionId),
    );
    const { sessionId, status } = session;
    const answer = { sessionId, status, message: forVisitor(message), reply: forVisitor(reply) };
    return json<ActionFormReply>(200, answer);
  },
});
