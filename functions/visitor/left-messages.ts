import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { HandoffReply, HandoffRequest, ContactReply, ContactRequest } from '../../src/chat/wire/visitor.ts';
import { forVisitor } from '../../src/conversations/records/message.ts';

export const leftMessageEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'handoff',
    method: 'POST',
    route: 'handoff',
    gate: 'visitor',
    limit: 'requests-for-agents',
    summary: 'Request an agent',
    body: HandoffRequest,
    replies: {
      200: {
        description: 'The state of the conversation; repeating the call changes nothing',
        schema: HandoffReply,
      },
    },
    errors: ['origin-not-allowed', 'session-not-found', 'session-closed'],
    async handle({ body, claimsFor, services }) {
      const claims = await claimsFor(body.sessionId);
      const { sessionId, status } = await services.visitorRequests.requestHuman(
        body.sessionId,
        claims,
        body.reason,
      );
      return json<HandoffReply>(200, { sessionId, status });
    },
  }),
  endpoint({
    name: 'contact',
    method: 'POST',
    route: 'contact',
    gate: 'visitor',
    limit: 'requests-for-agents',
    summary: 'Leave a message and how to be reached',
    body: ContactRequest,
    replies: {
      200: { description: 'Stored; the last contact counts', schema: ContactReply },
    },
    errors: ['origin-not-allowed', 'chat-off', 'session-closed', 'rate-limited'],
    async handle({ body, claimsFor, request, services }) {
      const claims = await claimsFor(body.sessionId);
      const originHeader = request.header('origin');
      const left = await services.visitorRequests.leaveMessage({ ...body, originHeader }, claims);
      const { sessionId, status, leftMessage, message } = left;
      return json<ContactReply>(200, {
        sessionId,
        status,
        leftMessage,
        ...(message && { message: forVisitor(message) }),
      });
    },
  }),
];
