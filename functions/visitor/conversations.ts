import { conversationForVisitor } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ConversationsReply, ConversationsRequest } from '../../src/wire/visitor.ts';

export const conversations = endpoint({
  name: 'conversations',
  method: 'POST',
  route: 'conversations',
  gate: 'visitor',
  limit: 'reads',
  summary: 'List the visitor’s own conversations',
  body: ConversationsRequest,
  answers: {
    200: { description: 'Those that are stored, the latest first', schema: ConversationsReply },
  },
  errors: ['origin-not-allowed', 'rate-limited'],
  async handle({ body, claimsFor, request, services }) {
    const { clientIp } = request;
    const claims = await claimsFor(undefined);
    const found = await services.visitorConversations.list({ ...body, clientIp }, claims);
    return json<ConversationsReply>(200, { conversations: found.map(conversationForVisitor) });
  },
});
