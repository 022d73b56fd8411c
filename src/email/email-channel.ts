import {
  afterCheck,
  afterSending,
  atMostTwice,
  checkAfterMs,
  currentAddress,
  emailOf,
  isOfMessages,
  isOfSignIn,
  MAX_MESSAGES,
  refusalOf,
  threadOf,
  unseenMessages,
  withEmailState,
} from '../conversations/rules/session-emails.ts';
import { nowIso } from '../lib/fields.ts';
import { ALL_AGENTS } from '../platform/rules/realtime-groups.ts';
import type { Message } from '../conversations/records/message.ts';
import type { SentEmail } from '../conversations/records/sent-email.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { listedSession } from '../conversations/records/public-session.ts';
import { sourceDomain } from '../conversations/rules/origin.ts';
import type {
  Conversation,
  Email,
  EmailCheck,
  EmailResult,
  Notice,
  NotificationChannel,
  Ports,
} from '../ports.ts';
import { threadMessages } from '../conversations/threads.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { EmailLook } from './rules/compose.ts';
import { quotedQuestion } from './rules/quoted-question.ts';
import type { ServiceSettingsService } from './service-settings.ts';
import type { DeliveryReports } from './delivery-reports.ts';
import type { CountEmail } from './email-limits.ts';
import type { EmailLinks } from './email-links.ts';

type Dependencies = Pick<Ports, 'clock' | 'emailSender' | 'random' | 'realtime' | 'store' | 'telemetry'> & {
  isOn: boolean;
  /**
   * The business's name, by default that of the widget, else the source domain of the conversation; and the
   * address for answers.
   */
  settings: Pick<ServiceSettingsService, 'current'>;
  lookOf: (session: SessionRecord) => Promise<EmailLook>;
  links: EmailLinks;
  count: CountEmail;
  /** The time zone of the business hours; undefined without hours. */
  timeZoneOf: (session: SessionRecord) => Promise<string | undefined>;
  reports: Pick<DeliveryReports, 'failureOf'>;
};

/** The result if there is nothing to deliver; it is not a failure. */
const NOTHING: EmailResult = { ok: false, permanent: true, code: 'channel-off' };

/**
 * The outbox channel of e-mails to visitors (ADR 49). An entry has only the e-mail's id; address and text are
 * read from the conversation when it is sent, so that they are deleted with the conversation.
 */
export function emailChannel(dependencies: Dependencies): NotificationChannel {
  const { clock, store, emailSender, links, count, timeZoneOf, lookOf, realtime, isOn, settings, reports } =
    dependencies;

  /** The messages of an e-mail; undefined if the e-mail is no longer needed. */
  async function messagesOf(
    session: SessionRecord,
    email: SentEmail,
  ): Promise<readonly Message[] | undefined> {
    const { sessionId, messageCount } = session;
    switch (email.kind) {
      case 'confirmation':
      case 'received':
        return [];
      case 'reply': {
        const message = await store.message(sessionId, email.messageId ?? '');
        return message && !session.emailsStopped ? [message] : undefined;
      }
      case 'transcript':
        return await threadMessages(store, session, Math.max(0, messageCount - MAX_MESSAGES));
      case 'unseen': {
        const written = await store.messages(sessionId, email.afterSeq ?? 0);
        const later = session.continuedBy === undefined ? undefined : await store.load(session.continuedBy);
        const seenSeq = later?.session.seenSeq ?? session.seenSeq;
        const unseen = unseenMessages(
          { ...session, ...(seenSeq !== undefined && { seenSeq }) },
          email,
          written,
        );
        return unseen.length === 0 || session.emailsStopped ? undefined : unseen;
      }
    }
  }

  async function emailFor(
    { session, recent }: Pick<Conversation, 'session' | 'recent'>,
    sent: SentEmail,
    messages: readonly Message[],
  ): Promise<Email> {
    const { sessionId, locale, widget } = session;
    const { id, kind, to } = sent;
    const { emailBusinessName, emailReplyTo } = await settings.current();
    const isToSignedIn = isOfSignIn(session, sent);
    const toConversation = kind === 'confirmation' ? undefined : await links.toConversation(session, id);
    const link =
      kind === 'confirmation' ? await links.toPage(sessionId, id, 'confirm') : toConversation?.href;
    // Loaded on first use, because an instance does not need it to start.
    const { composeEmail } = await import('./rules/compose.ts');
    const composed = composeEmail({
      kind,
      language: locale,
      business: emailBusinessName ?? widget?.name ?? sourceDomain(session) ?? 'Chat',
      messages,
      look: await lookOf(session),
      ...(isOfMessages(sent) && { question: quotedQuestion(recent, messages) }),
      ...(kind === 'transcript' && { timeZone: await timeZoneOf(session) }),
      link,
      asksSignIn: toConversation?.asksSignIn,
      isToSignedIn,
      ...((kind === 'unseen' || kind === 'received' || isToSignedIn) && {
        stopLink: await links.toPage(sessionId, id, 'stop'),
      }),
    });
    return { id, sessionId, to, replyTo: emailReplyTo, earlier: threadOf(session, sent), ...composed };
  }

  /**
   * Sends an e-mail if it is still in the conversation after it was written: a sign-in ends it. All that it
   * contains was then written before the sign-in.
   */
  async function sendIfStored(email: Email, signal: AbortSignal): Promise<EmailResult> {
    const { session } = (await store.load(email.sessionId, 'strong')) ?? {};
    const isStored = session !== undefined && emailOf(session, email.id) !== undefined;
    return isStored ? await emailSender.send(email, signal) : NOTHING;
  }

  /** Stores the state of an e-mail, and notifies the desks. */
  async function saveState(
    sessionId: string,
    emailId: string,
    to: (email: SentEmail) => SentEmail,
  ): Promise<void> {
    const stored = await retryOnConflict('email-state', dependencies, async () => {
      const read = await store.load(sessionId, 'strong');
      const email = read && emailOf(read.session, emailId);
      if (!read || !email) return { written: true, result: undefined };
      // Desks reload the details when this time changes.
      const updatedAt = nowIso(clock);
      const session = { ...withEmailState(read.session, to(email)), updatedAt };
      const outcome = await store.commit({ session, expected: read.version, recent: read.recent });
      return outcome.ok ? { written: true, result: session } : { written: false };
    });
    if (stored) await realtime.toGroup(ALL_AGENTS, { type: 'session', session: listedSession(stored) });
  }

  async function send({ sessionId, id }: Notice, signal: AbortSignal): Promise<EmailResult> {
    const conversation = await store.load(sessionId, 'strong');
    const stored = conversation && emailOf(conversation.session, id);
    if (!stored || stored.state === 'skipped') return NOTHING;
    const { session } = conversation;
    // An instance sent it, and ended before it updated the entry.
    if (stored.state === 'sent') return sentUntil(stored) ?? NOTHING;
    const to = currentAddress(session, stored);
    const messages = await messagesOf(session, stored);
    if (!messages || to === undefined) {
      await saveState(sessionId, id, (now) => ({ ...now, state: 'skipped' }));
      return NOTHING;
    }
    const email = { ...stored, to };
    const refused = refusalOf(session, email) ?? (email.counted ? undefined : await count(email));
    const result = atMostTwice(
      email,
      refused ?? (await sendIfStored(await emailFor(conversation, email, messages), signal)),
    );
    const after = {
      at: nowIso(clock),
      upToSeq: messages.at(-1)?.seq,
      isCounted: refused === undefined,
    };
    await saveState(sessionId, id, (now) => afterSending({ ...now, to }, result, after));
    return result.ok ? (sentUntil(afterSending(email, result, after)) ?? { ok: true }) : result;
  }

  /** The result for a sent e-mail that is checked later; undefined if there is no further check. */
  function sentUntil(email: SentEmail, retryAfterMs?: number): EmailResult | undefined {
    const afterMs = checkAfterMs(email, clock.now(), retryAfterMs);
    return afterMs === undefined ? undefined : { ok: true, checkAfterMs: afterMs };
  }

  /** The state of an accepted e-mail. A delivery report is newer than the answer of the service. */
  async function stateOf(operation: string, signal: AbortSignal): Promise<EmailCheck> {
    const failure = await reports.failureOf(operation);
    return failure ? { state: 'failed', code: failure } : await emailSender.check(operation, signal);
  }

  /** Checks the state of an accepted e-mail. An e-mail that has not failed is checked again. */
  async function check({ sessionId, id }: Notice, signal: AbortSignal): Promise<EmailResult> {
    const { session } = (await store.load(sessionId, 'strong')) ?? {};
    const email = session && emailOf(session, id);
    // An instance stored the failure, and ended before it updated the entry.
    if (email?.state === 'failed' && email.failure) {
      return { ok: false, permanent: true, code: email.failure };
    }
    if (email?.state !== 'sent' || !email.operation) return NOTHING;
    const answer = await stateOf(email.operation.id, signal);
    const retryAfterMs = answer.state === 'pending' ? answer.retryAfterMs : undefined;
    const later = answer.state === 'failed' ? undefined : sentUntil(email, retryAfterMs);
    if (!later) await saveState(sessionId, id, (now) => afterCheck(now, answer));
    if (answer.state === 'failed') return { ok: false, permanent: true, code: answer.code };
    return later ?? { ok: true };
  }

  return {
    name: 'email',
    kinds: ['email'],
    onlyWhileWaiting: false,
    isOn: () => Promise.resolve(isOn),
    followUps: () => Promise.resolve({}),
    deliver: (notice, signal) => (notice.step === 'check' ? check(notice, signal) : send(notice, signal)),
  };
}
