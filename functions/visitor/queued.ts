import { forVisitor, type Message } from '../../src/domain/records/message.ts';
import { json, type HttpReply } from '../../src/http/request.ts';
import type { ChatQueued } from '../../src/wire/visitor.ts';

/** The response to a message for an agent; the same for both chat endpoints. */
export function queuedReply(message: Message): HttpReply {
  return json<ChatQueued>(202, {
    sessionId: message.sessionId,
    status: 'claimed',
    queued: true,
    message: forVisitor(message),
  });
}
