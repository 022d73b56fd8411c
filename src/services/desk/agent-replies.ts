import { AppError } from '../../domain/errors.ts';
import { secondsBetween } from '../../domain/activity.ts';
import { answerLeftMessage } from '../../domain/left-message.ts';
import type { Message } from '../../domain/records/message.ts';
import { append, apply, sessionAgent } from '../../domain/session.ts';
import type { SessionAgent, SessionRecord } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';
import type { Change, Conversations } from '../chat/conversations.ts';
import { idIsTaken, requireFound } from '../chat/reading.ts';

/** An agent's message, parsed. The same `clientMessageId` is stored and sent once. */
export interface AgentInput {
  content: string;
  clientMessageId?: string | undefined;
}

export interface AgentReplies {
  say(sessionId: string, agent: SessionAgent, input: AgentInput): Promise<Message>;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
};

/** Messages of agents to visitors. */
export function agentReplies({ store, conversations, clock, random }: Dependencies): AgentReplies {
  return {
    async say(sessionId, claims, { content, clientMessageId }) {
      const agent = sessionAgent(claims);
      const id = clientMessageId ?? random.uuid();
      const said = await conversations.change(sessionId, async (conversation) => {
        const { session, recent } = requireFound(conversation);
        const at = new Date(clock.now()).toISOString();
        const outcome = apply(session, { type: 'agent-message', agent }, at);
        if (outcome.ok && !recent.some((message) => message.id === id)) {
          return reply(session, { id, content, agent }, at);
        }
        // A message that was stored before the session changed hands keeps its outcome.
        const stored = await store.message(sessionId, id);
        if (stored && isBy(agent, stored)) return { result: stored };
        throw outcome.ok ? idIsTaken() : new AppError(outcome.refusal);
      });
      if (said.stored) return said.result;
      const stored = await store.message(sessionId, id);
      if (stored && isBy(agent, stored)) return stored;
      throw idIsTaken();
    },
  };
}

function isBy({ oid }: SessionAgent, message: Message): boolean {
  return message.role === 'agent' && message.agent?.oid === oid;
}

/**
 * Stores the message; the first one since the handoff request records how long the visitor waited. An answer
 * to a message that was left is a figure of its own: its visitor did not wait on the page.
 */
function reply(
  session: SessionRecord,
  { id, content, agent }: { id: string; content: string; agent: SessionAgent },
  at: string,
): Change<Message> {
  const { session: moved, message } = append(session, { id, role: 'agent', content, agent }, at);
  const { session: answered, leftAnswer } = answerLeftMessage(moved, at);
  const isFirst = session.firstAgentReplyAt === undefined;
  const firstReplySeconds = secondsBetween(session.humanRequestedAt ?? session.claimedAt ?? at, at);
  const waited = leftAnswer ? { leftAnswer } : isFirst && { firstReplySeconds };
  return {
    commit: {
      session: isFirst ? { ...answered, firstAgentReplyAt: at } : answered,
      append: [message],
      activity: { id, at, agentMessages: 1, ...waited },
    },
    result: message,
  };
}
