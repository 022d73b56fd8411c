import {
  afterCheck,
  afterSending,
  atMostTwice,
  checkAfterMs,
  emailOf,
  MAX_MESSAGES,
  refusalOf,
  unseenMessages,
  withEmailState,
} from '../../domain/email/session-emails.ts';
import { ALL_AGENTS } from '../../domain/realtime-groups.ts';
import type { Message } from '../../domain/records/message.ts';
import type { SentEmail } from '../../domain/records/sent-email.ts';
import { listedSession, type SessionRecord } from '../../domain/records/session.ts';
import { sourceDomain } from '../../domain/widgets.ts';
import type { Email, EmailResult, Notice, NotificationChannel, Ports } from '../../ports.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { CountEmail } from './email-limits.ts';
import type { EmailLinks } from './email-links.ts';

type Dependencies = Pick<Ports, 'clock' | 'emailSender' | 'random' | 'realtime' | 'store' | 'telemetry'> & {
  isOn: boolean;
  /** The business's name; the source domain of the conversation without one. */
  businessName: string | undefined;
  links: EmailLinks;
  count: CountEmail;
};

/** There is nothing to deliver (any more), which is no failure. */
const NOTHING: EmailResult = { ok: false, permanent: true, code: 'channel-off' };

/**
 * The e-mails to visitors, as a channel of the outbox (docs/adr/0049). An entry has only the e-mail's id. The
 * address and the text are read from the conversation when it is sent, so that they are deleted with it.
 */
export function emailChannel(dependencies: Dependencies): NotificationChannel {
  const { clock, store, emailSender, links, count, realtime, isOn, businessName } = dependencies;

  /** The messages of an e-mail; undefined if none of them needs it any more. */
  async function messagesOf(
    session: SessionRecord,
    email: SentEmail,
  ): Promise<readonly Message[] | undefined> {
    const { sessionId, messageCount } = session;
    switch (email.kind) {
      case 'confirmation':
        return [];
      case 'reply': {
        const message = await store.message(sessionId, email.messageId ?? '');
        return message && [message];
      }
      case 'transcript':
        return await store.messages(sessionId, Math.max(0, messageCount - MAX_MESSAGES));
      case 'unseen': {
        const written = await store.messages(sessionId, email.afterSeq ?? 0);
        const unseen = unseenMessages(session, email, written);
        return unseen.length === 0 || session.emailsStopped ? undefined : unseen;
      }
    }
  }

  async function emailFor(
    session: SessionRecord,
    sent: SentEmail,
    messages: readonly Message[],
  ): Promise<Email> {
    const { sessionId, locale } = session;
    const { id, kind, to } = sent;
    const toConversation = kind === 'confirmation' ? undefined : await links.toConversation(session, id);
    const link =
      kind === 'confirmation' ? await links.toPage(sessionId, id, 'confirm') : toConversation?.href;
    // On first use: no instance needs it to start.
    const { composeEmail } = await import('../../domain/email/compose.ts');
    const composed = composeEmail({
      kind,
      language: locale,
      business: businessName ?? sourceDomain(session) ?? 'Chat',
      messages,
      link,
      isOnce: kind === 'confirmation' || toConversation?.isOnce === true,
      ...(kind === 'unseen' && { stopLink: await links.toPage(sessionId, id, 'stop') }),
    });
    return { id, sessionId, to, ...composed };
  }

  /** Stores what became of an e-mail, and shows it at the desks. */
  async function keep(
    sessionId: string,
    emailId: string,
    to: (email: SentEmail) => SentEmail,
  ): Promise<void> {
    const stored = await retryOnConflict('email-state', dependencies, async () => {
      const read = await store.load(sessionId, 'strong');
      const email = read && emailOf(read.session, emailId);
      if (!read || !email) return { written: true, result: undefined };
      // Desks read the details again when this time has changed.
      const updatedAt = new Date(clock.now()).toISOString();
      const session = { ...withEmailState(read.session, to(email)), updatedAt };
      const outcome = await store.commit({ session, expected: read.version, recent: read.recent });
      return outcome.ok ? { written: true, result: session } : { written: false };
    });
    if (stored) await realtime.toGroup(ALL_AGENTS, { type: 'session', session: listedSession(stored) });
  }

  async function send({ sessionId, id }: Notice, signal: AbortSignal): Promise<EmailResult> {
    const { session } = (await store.load(sessionId, 'strong')) ?? {};
    const email = session && emailOf(session, id);
    if (!session || !email || email.state === 'skipped') return NOTHING;
    // Sent before by an instance that ended before it could mark its entry.
    if (email.state === 'sent') return sentUntil(email) ?? NOTHING;
    const messages = await messagesOf(session, email);
    if (!messages) {
      await keep(sessionId, id, (now) => ({ ...now, state: 'skipped' }));
      return NOTHING;
    }
    const refused = refusalOf(session, email);
    const result = atMostTwice(
      email,
      refused ??
        (await count(email.to)) ??
        (await emailSender.send(await emailFor(session, email, messages), signal)),
    );
    const after = { at: new Date(clock.now()).toISOString(), upToSeq: messages.at(-1)?.seq };
    await keep(sessionId, id, (now) => afterSending(now, result, after));
    return result.ok ? (sentUntil(afterSending(email, result, after)) ?? { ok: true }) : result;
  }

  /** A sent e-mail that is asked about later; undefined for one that is not. */
  function sentUntil(email: SentEmail, retryAfterMs?: number): EmailResult | undefined {
    const afterMs = checkAfterMs(email, clock.now(), retryAfterMs);
    return afterMs === undefined ? undefined : { ok: true, checkAfterMs: afterMs };
  }

  /** Asks what became of an accepted e-mail. A question without an answer is asked again at the next time. */
  async function check({ sessionId, id }: Notice, signal: AbortSignal): Promise<EmailResult> {
    const { session } = (await store.load(sessionId, 'strong')) ?? {};
    const email = session && emailOf(session, id);
    // Stored by an instance that ended before it could mark its entry.
    if (email?.state === 'failed' && email.failure)
      {return { ok: false, permanent: true, code: email.failure };}
    if (email?.state !== 'sent' || !email.operation) return NOTHING;
    const answer = await emailSender.check(email.operation.id, signal);
    const later = answer.state === 'pending' ? sentUntil(email, answer.retryAfterMs) : undefined;
    if (!later) await keep(sessionId, id, (now) => afterCheck(now, answer));
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
