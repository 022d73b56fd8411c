import { callFigures, addCall } from '../spending/rules/cost.ts';
import { nowIso } from '../lib/fields.ts';
import type { Message } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { AnswerUsage, Conversation, Ports } from '../ports.ts';
import { requireStored, type Conversations } from '../conversations/conversations.ts';
import { isSame } from '../conversations/reading.ts';

/** A model call for an agent, with its conversation and its message. */
export interface AgentCall {
  session: SessionRecord;
  message: Message | undefined;
  used: Pick<AnswerUsage, 'usage' | 'model'>;
  /** US dollars; null if the price is unknown. */
  cost: number | null;
  /** Returns the message with the change of the call, which only agents see. */
  rewrite?: (conversation: Conversation) => Promise<Message | undefined>;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & { conversations: Conversations };

/**
 * Adds the usage of a call to its conversation and to the hourly figures. False if the conversation was
 * deleted in the meantime; then only the hourly figures are updated.
 */
export async function storeAgentCall(dependencies: Dependencies, call: AgentCall): Promise<boolean> {
  const { clock, conversations, random, store } = dependencies;
  const { session: before, message, used, cost, rewrite } = call;
  const { usage, model } = used;
  const { sessionId } = before;
  const id = random.uuid();
  const now = () => nowIso(clock);
  const activity = () => ({ id, at: now(), ...callFigures(usage, cost) });
  const changed = await conversations.change(sessionId, async (conversation) => {
    if (!isSame(conversation, before)) return { result: 'deleted' as const };
    const session = addCall(conversation.session, usage, cost);
    const record = message && {
      id,
      sessionId,
      messageId: message.id,
      model,
      ...usage,
      cost,
      createdAt: now(),
    };
    const replace = await rewrite?.(conversation);
    return {
      commit: {
        session,
        activity: activity(),
        ...(record && { usage: record }),
        ...(replace && { replace }),
      },
      forAgentsOnly: true,
      result: 'stored' as const,
    };
  });
  if (requireStored(changed) === 'stored') return true;
  await store.addActivity(activity());
  return false;
}
