import { createHmac } from 'node:crypto';
import type { ConversationEvent } from '../records/conversation-event.ts';
import type { NoticeKind, OutboxEntry } from '../records/outbox-entry.ts';

/** The event of an outbox entry. `key`: the deployment's HMAC key, which makes `subject` a pseudonym. */
export function conversationEvent(
  {
    id,
    sessionId,
    order,
    kind,
    at,
    facts,
  }: Omit<OutboxEntry, 'deliveries' | 'leasedUntil' | 'kind'> & { kind: NoticeKind },
  { deploymentId, key }: { deploymentId: string; key: Uint8Array },
): ConversationEvent {
  const hash = createHmac('sha256', key).update(sessionId).digest('base64url').slice(0, 32);
  return {
    specversion: '1.0',
    id,
    source: `/chat-widget-service/${encodeURIComponent(deploymentId)}`,
    type: kind,
    subject: `conversations/${hash}`,
    time: at,
    datacontenttype: 'application/json',
    data: { order, ...facts },
  };
}
