import { forVisitor, type Message } from '../../src/conversations/records/message.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, type HttpReply } from '../../src/http/request.ts';
import { ChatQueued, ChatReply, ChatRequest } from '../../src/chat/wire/visitor.ts';
import { answerStream } from '../../src/http/answer-stream.ts';
import { SSE_HEADERS } from '../../src/http/sse.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';

export const chatEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'chat',
    method: 'POST',
    route: 'chat',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Send a message',
    body: ChatRequest,
    replies: {
      200: { description: 'The assistant’s answer', schema: ChatReply },
      202: { description: 'An agent will answer', schema: ChatQueued },
    },
    errors: [
      'origin-not-allowed',
      'chat-off',
      'session-closed',
      'session-not-closed',
      'session-not-found',
      'rate-limited',
      'assistant-unavailable',
    ],
    async handle({ body, claimsFor, request, services }) {
      const claims = await claimsFor(body.sessionId);
      const originHeader = request.header('origin');
      const sent = await services.visitorMessages.send({ ...body, originHeader }, claims, {
        keepPartial: false,
      });
      if (sent.to === 'agent') return queuedReply(sent.session, sent.message);
      const { session, reply, usage } = await sent.answering.answer;
      return json<ChatReply>(200, {
        sessionId: session.sessionId,
        status: session.status,
        message: forVisitor(sent.message),
        reply: forVisitor(reply),
        usage: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
      });
    },
  }),
  endpoint({
    name: 'chat-stream',
    method: 'POST',
    route: 'chat/stream',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Send a message and stream the answer',
    body: ChatRequest,
    replies: {
      200: {
        description:
          'Server-sent events: `session`, many `delta`, one `complete` (or `error`), then `data: [DONE]`',
        contentType: 'text/event-stream',
      },
      202: { description: 'An agent will answer', schema: ChatQueued },
    },
    errors: [
      'origin-not-allowed',
      'chat-off',
      'session-closed',
      'session-not-closed',
      'session-not-found',
      'rate-limited',
    ],
    async handle({ body, claimsFor, request, services }) {
      const claims = await claimsFor(body.sessionId);
      const originHeader = request.header('origin');
      const sent = await services.visitorMessages.send({ ...body, originHeader }, claims, {
        keepPartial: true,
      });
      if (sent.to === 'agent') return queuedReply(sent.session, sent.message);
      return { status: 200, headers: SSE_HEADERS, body: answerStream(sent, services.clock) };
    },
  }),
];

/** The response to a message for an agent, for both chat endpoints. */
function queuedReply({ status }: Pick<SessionRecord, 'status'>, message: Message): HttpReply {
  return json<ChatQueued>(202, {
    sessionId: message.sessionId,
    status,
    queued: true,
    message: forVisitor(message),
  });
}
