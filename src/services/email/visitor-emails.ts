import { AppError } from '../../domain/errors.ts';
import {
  afterOpening,
  emailOf,
  MAX_TRANSCRIPTS,
  withEmail,
  withEmailState,
} from '../../domain/email/session-emails.ts';
import { nowIso } from '../../domain/iso-time.ts';
import type { SentEmail } from '../../domain/records/sent-email.ts';
import type { SessionRecord, SessionStatus } from '../../domain/records/session.ts';
import type { VisitorClaims } from '../../domain/widgets.ts';
import type { Ports } from '../../ports.ts';
import { requireFound } from '../chat/reading.ts';
import { requireStored, type Change, type Conversations } from '../chat/conversations.ts';
import { requireSameVisitor } from '../chat/visitor-session.ts';
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
  isOn: boolean;
};

/** A visitor's operations on e-mails. An invalid, used or expired link throws `email-link-invalid`. */
export function visitorEmails({ conversations, links, tokens, isOn, clock, random, store }: Dependencies) {
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
    const { session } = (await store.load(link.sessionId, 'strong')) ?? {};
    const email = session && emailOf(session, link.emailId);
    if (!email) throw new AppError('email-link-invalid');
    return { ...link, action: link.action, email, session };
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

  return {
    /** Sends a confirmation link; the transcript is sent after the confirmation. */
    async requestTranscript(sessionId: string, to: string, claims: VisitorClaims | undefined) {
      if (!isOn) throw new AppError('email-not-configured');
      await change(sessionId, (session) => {
        requireSameVisitor(session, claims);
        const asked = (session.emails ?? []).filter(({ kind }) => kind === 'confirmation');
        if (asked.length >= MAX_TRANSCRIPTS) throw new AppError('rate-limited', { retryAfterSeconds: 3600 });
        return changeWithEmail(session, emailOfKind('confirmation', to));
      });
    },

    /**
     * Opens the conversation of a link, once; the same `client` may repeat it within a minute. `widgetId`:
     * the requesting widget.
     */
    async open(
      token: string,
      { widgetId, client }: { widgetId?: string | undefined; client?: string | undefined },
    ): Promise<OpenedConversation> {
      const link = await links.read(token);
      if (link?.action !== 'open') throw new AppError('email-link-invalid');
      const changed = await conversations.change(link.sessionId, (conversation): Change<SessionRecord> => {
        const session = conversation?.session;
        // Checked before the link counts as used, so that a page of another widget cannot use it up.
        if (!session || session.widget?.id !== widgetId) throw new AppError('email-link-invalid');
        // A link from before a sign-in has no e-mail; a session without one belongs to its visitor only.
        const email = session.visitorIssuer === undefined ? emailOf(session, link.emailId) : undefined;
        const opened = email && afterOpening(email, client, clock.now());
        if (!opened) throw new AppError('email-link-invalid');
        if (opened === email) return { result: session };
        return { commit: { session: withEmailState(session, opened) }, result: session };
      });
      const { sessionId, status } = requireStored(changed);
      return {
        sessionId,
        status,
        ...(widgetId !== undefined && { access: await tokens.issue({ sessionId, widgetId, linked: true }) }),
      };
    },

    /** The content of the confirmation page of a link. */
    async describe(token: string) {
      const { action, email, session } = await pageOf(token);
      return { action, to: email.to, language: session.locale };
    },

    /** Confirms the address of a transcript, or unsubscribes from e-mails about new messages; idempotent. */
    async perform(token: string) {
      const { action, sessionId, email } = await pageOf(token);
      if (action === 'stop') {
        await change(sessionId, (session) =>
          session.emailsStopped
            ? { result: undefined }
            : { commit: { session: { ...session, emailsStopped: true } }, result: undefined },
        );
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
        if (session.contact?.email === undefined || seenSeq <= (session.seenSeq ?? 0)) {
          return { result: undefined };
        }
        return { commit: { session: { ...session, seenSeq } }, result: undefined };
      });
    },
  };
}
