import { answerStream } from '../../src/http/answer-stream.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { SSE_HEADERS } from '../../src/http/sse.ts';
import { ChatQueued, ChatRequest } from '../../src/wire/visitor.ts';
import { queuedReply } from './queued.ts';

export const chatStream = endpoint({
  name: 'chat-stream',
  method: 'POST',
  route: 'chat/stream',
  gate: 'visitor',
  limit: 'messages',
  summary: 'Send a message and stream the answer',
  body: ChatRequest,
  answers: {
    200: {
      description:
        'Server-sent events: `session`, many `delta`, one `complete` (or `error`), then `data: [DONE]`',
      contentType: 'text/event-stream',
    },
    202: { description: 'An agent will answer', schema: ChatQueued },
  },
  errors: ['origin-not-allowed', 'chat-off', 'session-closed', 'rate-limited'],
  async handle({ body, claimsFor, request, services }) {
    const claims = await claimsFor(body.sessionId);
    const originHeader = request.header('origin');
    const sent = await services.visitorMessages.send({ ...body, originHeader }, claims, { streaming: true });
    if (sent.to === 'agent') return queuedReply(sent.session, sent.message);
    return { status: 200, headers: SSE_HEADERS, body: answerStream(sent, services.clock) };
  },
});
