import * as z from 'zod/mini';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { NegotiateRequest, VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';

export const negotiate = endpoint({
  name: 'negotiate',
  method: 'POST',
  route: 'negotiate',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Get a connection to the real-time channel of a conversation',
  query: NegotiateRequest,
  body: z.optional(NegotiateRequest),
  replies: {
    200: { description: 'Where to connect, as the session’s visitor', schema: VisitorNegotiateReply },
  },
  errors: ['origin-not-allowed', 'realtime-unavailable'],
  async handle({ body, claimsFor, query, request, services }) {
    const requestedSessionId = body?.sessionId ?? query.sessionId;
    const claims = await claimsFor(requestedSessionId);
    const sessionId = await services.visitorRequests.listenTo(requestedSessionId, claims);
    const access = await services.realtime.visitorAccess(sessionId, request.serviceOrigin, claims);
    return json<VisitorNegotiateReply>(200, { sessionId, ...access });
  },
});
