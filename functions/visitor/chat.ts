import { forVisitor } from '../../src/domain/records/message.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ChatQueued, ChatReply, ChatRequest } from '../../src/wire/visitor.ts';
import { queuedReply } from './queued.ts';

export const chat = endpoint({
  name: 'chat',
  method: 'POST',
  route: 'chat',
  gate: 'visitor',
  limit: 'messages',
  summary: 'Send a message',
  body: ChatRequest,
  answers: {
    200: { description: 'The assistant’s answer', schema: ChatReply },
    202: { description: 'An agent will answer', schema: ChatQueued },
  },
  errors: ['origin-not-allowed', 'chat-off', 'session-closed', 'rate-limited', 'assistant-unavailable'],
  async handle({ body, claimsFor, request, services }) {
    const claims = await claimsFor(body.sessionId);
    const originHeader = request.header('origin');
    const sent = await services.visitorMessages.send({ ...body, originHeader }, claims, { streaming: false });
    if (sent.to === 'agent') return queuedReply(sent.session, sent.message);
    const { session, reply, usage } = await sent.answering.answered;
    return json<ChatReply>(200, {
      sessionId: session.sessionId,
      status: session.status,
      message: forVisitor(sent.message),
      reply: forVisitor(reply),
      usage: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
    });
  },
});
