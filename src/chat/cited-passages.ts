import { invalidField } from '../core/errors.ts';
import { citedPassage } from '../knowledge/rules/cited-passage.ts';
import type { Source } from '../conversations/records/message.ts';
import type { VisitorClaims } from '../conversations/rules/visitors.ts';
import type { CitableSections, Ports } from '../ports.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import { messageIn, requireConversation } from '../conversations/reading.ts';
import { sessionOfMessage } from '../conversations/threads.ts';
import { requireSameVisitor } from '../conversations/visitor-session.ts';

/** A source of an answer by its number in the text, from 1. */
interface SourceInput {
  sessionId: string;
  messageId: string;
  number: number;
}

type Dependencies = Pick<Ports, 'store'> & {
  rateGate: Pick<RateGate, 'sessionReads'>;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  citableSections: CitableSections;
};

/** Reads cited passages; a passage is readable only in the conversation of its answer. */
export function citedPassages({ store, rateGate, profiles, citableSections }: Dependencies) {
  return {
    /**
     * The source of an answer with its passage; `passage` is absent if the documents no longer contain it.
     */
    async read(
      { sessionId, messageId, number }: SourceInput,
      claims: VisitorClaims | undefined,
    ): Promise<Source & { passage?: string }> {
      await rateGate.sessionReads(sessionId);
      const conversation = await requireConversation(store, sessionId);
      requireSameVisitor(conversation.session, claims);
      const { session } = conversation;
      const part = await sessionOfMessage(store, session, messageId);
      const message =
        part === sessionId
          ? await messageIn(conversation, messageId, store)
          : await store.message(part, messageId);
      const source = message?.sources?.[number - 1];
      if (!source) {
        throw invalidField('number', 'is not a source of an answer in this conversation');
      }
      const { knowledge } = await profiles.profileFor(conversation.session.assistantId);
      const passage = citedPassage(message, number, await citableSections(knowledge));
      return { ...source, ...(passage !== undefined && { passage }) };
    },
  };
}
