import { AppError } from '../core/errors.ts';
import { emailOf, MAX_TRANSCRIPTS, replyAddress, withEmail } from '../conversations/rules/session-emails.ts';
import { nowIso } from '../lib/fields.ts';
import type { SentEmail } from '../conversations/records/sent-email.ts';
import type { SessionRecord, SessionStatus } from '../conversations/records/session.ts';
import { verifiedEmail, type VisitorClaims } from '../conversations/rules/visitors.ts';
import { partsOf } from '../conversations/rules/thread.ts';
import type { Conversation, Ports } from '../ports.ts';
import { requireFound } from '../conversations/reading.ts';
import type { Threads } from '../conversations/threads.ts';
import { requireStored, type Change, type Conversations } from '../conversations/conversations.ts';
import { requireSameVisitor } from '../conversations/visitor-session.ts';
import type { IssuedToken, VisitorTokens } from '../widgets/visitor-tokens.ts';
import type { EmailLinks } from './email-links.ts';

/** A conversation opened by a link; `access`: tokens for a visitor of a registered widget. */
interface OpenedConversation {
  sessionId: string;
  status: SessionStatus;
  access?: IssuedToken;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  links: EmailLinks;
  tokens: Pick<VisitorTokens, 'issue'>;
  threads: Pick<Threads, 'newest'>;
  isOn: boolean;
};

/** A visitor's operations on e-mails. An invalid or expired link throws `email-link-invalid`. */
export function visitorEmails(dependencies: Dependencies) {
  const { conversations, links, tokens, threads, isOn, clock, random, store } = dependencies;
  const now = () => nowIso(clock);

  async function change(sessionId: string, compute: (session: SessionRecord) => Change<void>): Promise<void> {
    requireStored(
      await conversations.change(sessionId, (conversation) => compute(requireFound(conversation).session)),
    );
  }

  /** The parsed link of a page, with its e-mail. */
  async function pageOf(token: string) {
    const link = await links.read(token);
    if (!link || link.action === 'open') throw new AppError('email-link-invalid');
    const found = await store.load(link.sessionId, 'strong');
    const email = found && emailOf(found.session, link.emailId);
    if (!email) throw new AppError('email-link-invalid');
    return { ...link, action: link.action, email, found };
  }

  const emailOfKind = (kind: SentEmail['kind'], to: string): SentEmail => ({
    id: random.uuid(),
    kind,
    to,
    at: now(),
    state: 'waiting',
  });

  const changeWithEmail = (session: SessionRecord, email: SentEmail): Change<void> => ({
    commit: { session: withEmail(session, email) },
    email: { id: email.id },
    result: undefined,
  });

  const stopped = (conversation: Conversation | undefined): Change<void> => ({
    ...(conversation &&
      !conversation.session.emailsStopped && {
        commit: { session: { ...conversation.session, emailsStopped: true } },
      }),
    result: undefined,
  });

  return {
    /**
     * Sends a confirmation link; the transcript is sent after the confirmation. A visitor's own verified
     * address needs none.
     */
    async requestTranscript(sessionId: string, to: string, claims: VisitorClaims | undefined) {
      if (!isOn) throw new AppError('email-not-configured');
      await change(sessionId, (session) => {
        requireSameVisitor(session, claims);
        const kind = session.visitor && verifiedEmail(session.visitor) === to ? 'transcript' : 'confirmation';
        const asked = (session.emails ?? []).filter((email) => email.kind === kind);
        if (asked.length >= MAX_TRANSCRIPTS) throw new AppError('rate-limited', { retryAfterSeconds: 3600 });
        return changeWithEmail(session, emailOfKind(kind, to));
      });
    },

    /** Opens the conversation of a link, on every device, for 7 days. `widgetId`: the requesting widget. */
    async open(token: string, widgetId: string | undefined): Promise<OpenedConversation> {
      const link = await links.read(token);
      if (link?.action !== 'open') throw new AppError('email-link-invalid');
      const found = await store.load(link.sessionId, 'strong');
      if (!found || found.session.widget?.id !== widgetId) throw new AppError('email-link-invalid');
      const { session } = await threads.newest(found);
      // A sign-in ends earlier links: the conversation belongs to its visitor only.
      const isTheirs = [found.session, session].some(({ visitorIssuer }) => visitorIssuer !== undefined);
      if (isTheirs || !emailOf(found.session, link.emailId)) throw new AppError('email-link-invalid');
      const { sessionId, status } = session;
      return {
        sessionId,
        status,
        ...(widgetId !== undefined && { access: await tokens.issue({ sessionId, widgetId, linked: true }) }),
      };
    },

    /** The content of the confirmation page of a link. */
    async describe(token: string) {
      const { action, email, found } = await pageOf(token);
      return { action, to: email.to, language: found.session.locale };
    },

    /** Confirms the address of a transcript, or unsubscribes from e-mails about new messages; idempotent. */
    async perform(token: string) {
      const { action, sessionId, email, found } = await pageOf(token);
      if (action === 'stop') {
        // E-mails of closed parts can still wait.
        const { session } = await threads.newest(found);
        for (const id of partsOf(session)) await conversations.change(id, stopped);
        return;
      }
      await change(sessionId, (session) => {
        const { emails = [] } = session;
        // A visitor has signed in since the e-mail was read.
        if (!emailOf(session, email.id)) throw new AppError('email-link-invalid');
        const isSent = emails.some(
          ({ kind, to, at }) => kind === 'transcript' && to === email.to && at >= email.at,
        );
        return isSent ? { result: undefined } : changeWithEmail(session, emailOfKind('transcript', email.to));
      });
    },

    /** Records that the visitor's browser has shown the messages up to a `seq`. */
    async markSeen(sessionId: string, seq: number, claims: VisitorClaims | undefined) {
      await change(sessionId, (session) => {
        requireSameVisitor(session, claims);
        const seenSeq = Math.min(seq, session.messageCount);
        // Written only if an e-mail may depend on it.
        if (replyAddress(session) === undefined || seenSeq <= (session.seenSeq ?? 0)) {
          return { result: undefined };
        }
        return { commit: { session: { ...session, seenSeq, visitorAt: now() } }, result: undefined };
      });
    },
  };
}
