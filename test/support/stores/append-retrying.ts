import type { MessageDraft } from '../../../src/conversations/records/message.ts';
import { append, startSession } from '../../../src/conversations/rules/session-messages.ts';
import type { ConversationStore } from '../../../src/ports.ts';

const AT = '2026-11-20T17:24:00.000Z';

/** Appends a message to a session, which is created if missing. Retried after conflicts. */
export async function appendRetrying(
  store: ConversationStore,
  sessionId: string,
  draft: MessageDraft,
): Promise<'stored' | 'duplicate'> {
  for (;;) {
    const conversation = await store.load(sessionId);
    const before = conversation?.session ?? startSession(sessionId, AT);
    const { session, message } = append(before, draft, AT);
    const outcome = await store.commit({
      session,
      expected: conversation?.version ?? 'absent',
      append: [message],
      activity: { id: message.id, at: AT, visitorMessages: 1 },
    });
    if (outcome.ok) return 'stored';
    if (outcome.reason === 'duplicate') return 'duplicate';
  }
}
