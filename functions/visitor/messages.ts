import { forVisitor } from '../../src/conversations/records/message.ts';
import {
  sessionForVisitor,
  conversationForVisitor,
} from '../../src/conversations/records/session-for-visitor.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { notModified } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import {
  MessagesQuery,
  MessagesReply,
  ConversationsReply,
  ConversationsRequest,
} from '../../src/chat/wire/visitor.ts';

export const messageEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'messages',
    method: 'GET',
    route: 'messages',
    gate: 'visitor',
    limit: 'reads',
    summary: 'Read the messages of a conversation',
    query: MessagesQuery,
    replies: {
      200: { description: 'The messages after `after`, in the order of `seq`', schema: MessagesReply },
      304: { description: 'Nothing has changed since the `ETag` in `If-None-Match`' },
    },
    errors: ['session-not-found'],
    async handle({ claimsFor, query, request, services }) {
      const claims = await claimsFor(query.sessionId);
      const { session, etag, acting, after } = await services.proposals.readEnded(() =>
        services.visitorRequests.read(query.sessionId, claims),
      );
      const headers = { etag, 'cache-control': 'private, no-cache' };
      const unchanged = notModified(request, headers);
      if (unchanged) return unchanged;
      const { sessionId, status, agent, leftMessage, rated, continuedBy } = sessionForVisitor(session);
      const continueAs = services.visitorRequests.continuationFor(session);
      const list = await after(query.after ?? 0);
      const about = {
        sessionId,
        status,
        ...(agent && { agent }),
        ...(leftMessage && { leftMessage }),
        ...(rated !== undefined && { rated }),
        ...(continuedBy !== undefined && { continuedBy }),
        ...(continueAs !== undefined && { continueAs }),
        ...(acting && { acting }),
      };
      return json<MessagesReply>(200, { ...about, messages: list.map(forVisitor) }, headers);
    },
  }),
  endpoint({
    name: 'conversations',
    method: 'POST',
    route: 'conversations',
    gate: 'visitor',
    limit: 'reads',
    summary: 'List the visitor’s own conversations',
    body: ConversationsRequest,
    replies: {
      200: { description: 'Those that are stored, the latest first', schema: ConversationsReply },
    },
    errors: ['origin-not-allowed', 'rate-limited'],
    async handle({ body, claimsFor, request, services }) {
      const { clientIp } = request;
      const claims = await claimsFor(undefined);
      const found = await services.visitorConversations.list({ ...body, clientIp }, claims);
      return json<ConversationsReply>(200, { conversations: found.map(conversationForVisitor) });
    },
  }),
];
