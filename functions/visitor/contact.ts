import { forVisitor } from '../../src/domain/records/message.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ContactReply, ContactRequest } from '../../src/wire/visitor.ts';

export const contact = endpoint({
  name: 'contact',
  method: 'POST',
  route: 'contact',
  gate: 'visitor',
  limit: 'requests-for-agents',
  summary: 'Leave a message and how to be reached',
  body: ContactRequest,
  answers: {
    200: { description: 'Stored; the last contact counts', schema: ContactReply },
  },
  errors: ['origin-not-allowed', 'chat-off', 'session-closed', 'rate-limited'],
  async handle({ body, claimsFor, request, services }) {
    const claims = await claimsFor(body.sessionId);
    const originHeader = request.header('origin');
    const left = await services.visitorChat.leaveMessage({ ...body, originHeader }, claims);
    const { sessionId, status, leftMessage, message } = left;
    return json<ContactReply>(200, {
      sessionId,
      status,
      leftMessage,
      ...(message && { message: forVisitor(message) }),
    });
  },
});
