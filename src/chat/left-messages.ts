import { AppError } from '../core/errors.ts';
import { receivedEmail, withEmail } from '../conversations/rules/session-emails.ts';
import { nowIso } from '../lib/fields.ts';
import { leaveMessage } from '../conversations/rules/left-message.ts';
import type { ContactDetails, LeftMessage } from '../conversations/records/contact.ts';
import type { Message, MessageDraft } from '../conversations/records/message.ts';
import type { SessionRecord, SessionStatus } from '../conversations/records/session.ts';
import { publicSession } from '../conversations/records/public-session.ts';
import { messageFigures } from '../conversations/rules/reply.ts';
import { withPage } from '../conversations/rules/visited-pages.ts';
import type { WidgetVisitor } from '../conversations/rules/visitors.ts';
import type { Commit, Ports } from '../ports.ts';
import { requireStored, type Change, type Conversations } from '../conversations/conversations.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import { duplicateIdError } from '../conversations/reading.ts';
import {
  requireSameVisitor,
  type StartVisitorSession,
  type VisitorContext,
} from '../conversations/visitor-session.ts';

/** A visitor's left message, parsed. */
interface LeftMessageInput extends VisitorContext {
  sessionId: string;
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
  message?: string | undefined;
  clientMessageId?: string | undefined;
}

interface LeaveMessageResult {
  sessionId: string;
  status: SessionStatus;
  leftMessage: LeftMessage;
  /** The stored message, if the input had one. */
  message?: Message;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  rateGate: RateGate;
  startSession: StartVisitorSession;
  emailIsOn: boolean;
};

/** Messages that visitors leave for later (ADR 21). */
export function leftMessages(dependencies: Dependencies) {
  const { store, conversations, rateGate, startSession, clock, random, emailIsOn } = dependencies;

  /** The session with the e-mail that confirms the message, if one is sent. */
  function confirmed(
    session: SessionRecord,
    about: { at: string; before: string | undefined; isNews: boolean },
  ): { session: SessionRecord; email?: { id: string } } {
    const email = emailIsOn ? receivedEmail(session, { id: random.uuid(), ...about }) : undefined;
    return email ? { session: withEmail(session, email), email: { id: email.id } } : { session };
  }

  /** `stored`: the message of an earlier call; then only the contact is written. */
  function storeContact(
    input: LeftMessageInput,
    { messageId, stored }: { messageId: string; stored?: Message | undefined },
    claims: WidgetVisitor | undefined,
  ) {
    const { sessionId, message: content } = input;
    return conversations.change(sessionId, async (conversation): Promise<Change<StoredContact>> => {
      if (conversation) requireSameVisitor(conversation.session, claims);
      const at = nowIso(clock);
      const session = conversation?.session ?? (await startSession(sessionId, at, input, claims));
      const earlier = stored ?? conversation?.recent.find(({ id }) => id === messageId);
      if (earlier && earlier.role !== 'visitor') throw duplicateIdError();
      const draft = earlier ? undefined : draftOf(messageId, content);
      const outcome = leaveMessage(session, { details: detailsOf(input), draft }, at);
      if (!outcome.ok) throw new AppError(outcome.refusal);
      const { messages, changed, isNews } = outcome;
      const message = draft ? messages[0] : earlier;
      if (!changed) return { result: { session: outcome.session, message } };
      const left = withPage(rateGate.withMessageCounted(outcome.session), input.pageUrl, at);
      const before = session.contact?.email;
      const { session: after, email } = confirmed(left, { at, before, isNews });
      return {
        commit: { session: after, append: messages, ...activityOf(messages, at) },
        ...(isNews && { notice: 'message.left' }),
        ...(email && { email }),
        result: { session: after, message },
      };
    });
  }

  return {
    /**
     * Stores the contact details, adds a message that the assistant does not answer, and requests an agent,
     * in one transaction. An unknown session is started. A repeat stores no second message.
     */
    async leaveMessage(
      input: LeftMessageInput,
      claims: WidgetVisitor | undefined,
    ): Promise<LeaveMessageResult> {
      const { sessionId, clientMessageId: messageId = random.uuid() } = input;
      rateGate.session(sessionId);
      let outcome = await storeContact(input, { messageId }, claims);
      if (outcome.isDuplicate) {
        // It is not in the newest messages, which are read with the session.
        const stored = await store.message(sessionId, messageId);
        outcome = await storeContact(input, { messageId, stored }, claims);
      }
      const { session, message } = requireStored(outcome);
      const { status, leftMessage } = publicSession(session);
      if (!leftMessage) throw new AppError('internal-error');
      return { sessionId, status, leftMessage, ...(message && { message }) };
    },
  };
}

interface StoredContact {
  session: SessionRecord;
  message: Message | undefined;
}

function draftOf(id: string, content: string | undefined): MessageDraft | undefined {
  return content === undefined ? undefined : { id, role: 'visitor', content, queued: true };
}

/** The hourly figures of the appended messages. */
function activityOf(messages: readonly Message[], at: string): Pick<Commit, 'activity'> {
  const [first] = messages;
  if (!first) return {};
  const hasRequested = messages.some(({ event }) => event === 'human-requested');
  return {
    activity: {
      id: first.id,
      at,
      ...(first.role === 'visitor' && messageFigures(first)),
      ...(hasRequested && { handoffs: 1 }),
    },
  };
}

function detailsOf({ email, phone, name }: LeftMessageInput): ContactDetails {
  return {
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(name !== undefined && { name }),
  };
}
