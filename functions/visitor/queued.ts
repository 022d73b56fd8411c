import { forVisitor, type Message } from '../../src/conversations/records/message.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { json, type HttpReply } from '../../src/http/request.ts';
import type { ChatQueued } from '../../src/chat/wire/visitor.ts';

/** The response to a message for an agent, for both chat endpoints. */
export function queuedReply({ status }: Pick<SessionRecord, 'status'>, message: Message): HttpReply {
  return json<ChatQueued>(202, {
    sessionId: message.sessionId,
    status,
    queued: true,
    message: forVisitor(message),
  });
}
