import { AppError } from '../core/errors.ts';
import { secondsBetween } from '../availability/rules/activity.ts';
import { nowIso } from '../lib/fields.ts';
import { answerLeftMessage } from '../conversations/rules/left-message.ts';
import {
  leftVisitorEmail,
  replyAddress,
  unseenEmail,
  withEmail,
  type PlannedEmail,
} from '../conversations/rules/session-emails.ts';
import type { Message, MessageDraft, Original } from '../conversations/records/message.ts';
import type { StoredProposal } from '../conversations/records/proposal.ts';
import { append } from '../conversations/rules/session-messages.ts';
import { transition } from '../core/session-state-machine.ts';
import { sessionAgent } from '../conversations/rules/agent-groups.ts';
import type { SessionAgent, SessionRecord } from '../conversations/records/session.ts';
import type { Ports } from '../ports.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { Change, Conversations } from '../conversations/conversations.ts';
import { filesOfMessage } from '../chat/message-files.ts';
import { duplicateIdError, requireFound } from '../conversations/reading.ts';
import { conversationPresence } from './conversation-presence.ts';

/** A validated agent's message. The same `clientMessageId` is stored and sent once. */
interface AgentInput {
  /** Undefined for files without a text. */
  content?: string | undefined;
  /** The tickets of its files, from `Attachments.complete`. */
  attachments?: readonly string[] | undefined;
  clientMessageId?: string | undefined;
  /** The text that the agent wrote, if `content` is its translation. */
  original?: Original | undefined;
  /** A change that it proposes to the visitor. */
  proposal?: StoredProposal | undefined;
  /** Also sent by e-mail, because the visitor has left the page; if they are back, only if it is not seen. */
  byEmail?: boolean | undefined;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'realtime' | 'store'> & {
  conversations: Conversations;
  attachments: Pick<Attachments, 'redeem'>;
  /** Whether e-mails can be sent. */
  emailIsOn: boolean;
};

export function agentReplies(dependencies: Dependencies) {
  const { store, conversations, attachments, clock, random, emailIsOn } = dependencies;
  const { ofVisitor } = conversationPresence(dependencies);

  /** The e-mail for a message: sent immediately to a visitor who has left, or later if it is not seen. */
  function emailFor(
    message: Message,
    session: SessionRecord,
    { byEmail, isBack }: { byEmail: boolean; isBack: boolean },
  ): PlannedEmail | undefined {
    const id = random.uuid();
    const at = message.createdAt;
    if (!byEmail) return emailIsOn ? unseenEmail(session, id, at) : undefined;
    if (replyAddress(session) === undefined) throw new AppError('no-email-address');
    if (isBack) return unseenEmail({ ...session, seenSeq: session.seenSeq ?? 0 }, id, at);
    return leftVisitorEmail(session, message, id);
  }

  return {
    async send(sessionId: string, claims: SessionAgent, input: AgentInput): Promise<Message> {
      const { byEmail = false } = input;
      if (byEmail && !emailIsOn) throw new AppError('email-not-configured');
      // The desk asks less often, and not at all while its window is hidden.
      const isBack = byEmail && (await ofVisitor(sessionId)) === 'here';
      const agent = sessionAgent(claims);
      const id = input.clientMessageId ?? random.uuid();
      const owner = { sessionId, from: 'agent', agent: agent.oid } as const;
      const said = await conversations.change(sessionId, async (conversation) => {
        const { session, recent } = requireFound(conversation);
        const at = nowIso(clock);
        const outcome = transition(session, { type: 'agent-message', agent }, at);
        const isRecent = recent.some((message) => message.id === id);
        // A repeat gets the same outcome, also after a transfer and after its tickets have expired.
        const stored =
          !outcome.ok || isRecent || input.attachments ? await store.message(sessionId, id) : undefined;
        if (stored && isBy(agent, stored)) return { result: stored };
        if (!outcome.ok) throw new AppError(outcome.refusal);
        if (stored) throw duplicateIdError();
        const words = await filesOfMessage(attachments, owner, input.content, input.attachments);
        const { original, proposal } = input;
        const draft = {
          id,
          role: 'agent',
          agent,
          ...words,
          ...(original && { original }),
          ...(proposal && { proposal }),
        } as const;
        const replied = reply(session, draft, at);
        return changeWithEmail(
          replied,
          emailFor(replied.result, replied.commit.session, { byEmail, isBack }),
        );
      });
      if (!said.isDuplicate) return said.result;
      const stored = await store.message(sessionId, id);
      if (stored && isBy(agent, stored)) return stored;
      throw duplicateIdError();
    },
  };
}

export type AgentReplies = ReturnType<typeof agentReplies>;

function isBy({ oid }: SessionAgent, message: Message): boolean {
  return message.role === 'agent' && message.agent?.oid === oid;
}

/**
 * Adds the message. The first one after the handoff request records the visitor's waiting time. An answer to
 * a left message has a separate figure, because its visitor did not wait on the page.
 */
function reply(session: SessionRecord, draft: MessageDraft, at: string) {
  const { id } = draft;
  const { session: moved, message } = append(session, draft, at);
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

/** Adds an e-mail to the transaction of a change. */
function changeWithEmail(said: ReturnType<typeof reply>, planned: PlannedEmail | undefined): Change<Message> {
  if (!planned) return said;
  const { email, after } = planned;
  const { commit } = said;
  return {
    ...said,
    commit: { ...commit, session: withEmail(commit.session, email) },
    email: { id: email.id, ...(after !== undefined && { after }) },
  };
}
