import { correctAnswer } from '../conversations/rules/answer-review.ts';
import { invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { Ports } from '../ports.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { messageIn, requireFound } from '../conversations/reading.ts';

type Dependencies = Pick<Ports, 'clock' | 'store'> & { conversations: Conversations };

/** Agents' suggestions for answers of the assistant. An admin accepts or dismisses them in Questions. */
export function corrections({ conversations, store, clock }: Dependencies) {
  return {
    /** Stores the answer that an agent suggests instead; it replaces an earlier one. `null` removes it. */
    async suggest(
      sessionId: string,
      messageId: string,
      agent: { oid: string; name: string },
      answer: string | null,
    ): Promise<void> {
      await conversations.change(sessionId, async (found) => {
        const conversation = requireFound(found);
        const message = await messageIn(conversation, messageId, store);
        if (message?.role !== 'assistant' || message.replyTo === undefined) {
          throw invalidField('messageId', 'is not an answer of the assistant in this conversation');
        }
        const at = nowIso(clock);
        const correction = answer === null ? null : { content: answer, agent, at };
        const replace = correctAnswer(message, correction);
        if (!replace) return { result: undefined };
        return {
          commit: { session: { ...conversation.session, updatedAt: at }, replace },
          forAgentsOnly: true,
          result: undefined,
        };
      });
    },
  };
}
