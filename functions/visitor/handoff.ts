import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { HandoffReply, HandoffRequest } from '../../src/wire/visitor.ts';

export const handoff = endpoint({
  name: 'handoff',
  method: 'POST',
  route: 'handoff',
  gate: 'visitor',
  limit: 'requests-for-agents',
  summary: 'Request an agent',
  body: HandoffRequest,
  answers: {
    200: {
      description: 'The state of the conversation; repeating the call changes nothing',
      schema: HandoffReply,
    },
  },
  errors: ['origin-not-allowed', 'session-not-found', 'session-closed'],
  async handle({ body, claimsFor, services }) {
    const claims = await claimsFor(body.sessionId);
    const { sessionId, status } = await services.visitorChat.requestHuman(
      body.sessionId,
      claims,
      body.reason,
    );
    return json<HandoffReply>(200, { sessionId, status });
  },
});
