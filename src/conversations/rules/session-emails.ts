import type { DeliveryResult } from './delivery-outcome.ts';
import type { Message } from '../records/message.ts';
import type { DeliveryFailure } from '../records/outbox-entry.ts';
import type { SentEmail } from '../records/sent-email.ts';
import type { SessionRecord } from '../records/session.ts';
import { verifiedEmail } from './visitors.ts';

/** The delay before an unseen message is sent by e-mail, in milliseconds. */
const UNSEEN_MS = 2 * 60_000;
/** The minimum time between two e-mails with unseen messages in a conversation, in milliseconds. */
const UNSEEN_PAUSE_MS = 10 * 60_000;
/** The maximum number of e-mails stored in a session; the oldest are dropped. */
const MAX_KEPT = 50;
/** The age in milliseconds from which a waiting e-mail is no longer retried; above `GIVE_UP_MS`. */
const GIVEN_UP_MS = 25 * 3_600_000;
/** The maximum number of transcripts per conversation. */
export const MAX_TRANSCRIPTS = 3;
/** The maximum number of confirmations of left messages per conversation. */
const MAX_RECEIVED = 3;
/** The maximum number of messages in a transcript (the newest). */
export const MAX_MESSAGES = 200;

export function withEmail(session: SessionRecord, email: SentEmail): SessionRecord {
  return { ...session, emails: [...(session.emails ?? []), email].slice(-MAX_KEPT) };
}

export function emailOf({ emails = [] }: SessionRecord, id: string): SentEmail | undefined {
  return emails.find((email) => email.id === id);
}

/** The failures after which an address gets no further e-mail in the conversation. */
const REFUSALS: readonly (DeliveryFailure | undefined)[] = ['recipient-refused', 'recipient-suppressed'];

/** The refusal by the latest other e-mail to an address; undefined if the address was not refused. */
export function refusalOf(
  { emails = [] }: Pick<SessionRecord, 'emails'>,
  { to, id }: Pick<SentEmail, 'to'> & { id?: string },
): Extract<DeliveryResult, { ok: false }> | undefined {
  const done = emails.findLast(
    (email) => email.to === to && email.id !== id && (email.state === 'sent' || email.state === 'failed'),
  );
  if (done?.state !== 'failed' || !done.failure || !REFUSALS.includes(done.failure)) return undefined;
  return { ok: false, permanent: true, code: done.failure };
}

/**
 * The address for agents' messages: the one that was given in the conversation, else the verified one of a
 * signed-in visitor. An address that was refused comes last.
 */
export function replyAddress(
  session: Pick<SessionRecord, 'contact' | 'visitor' | 'emails'>,
): string | undefined {
  const { contact, visitor } = session;
  const known = [contact?.email, visitor && verifiedEmail(visitor)].filter((to) => to !== undefined);
  return known.find((to) => !refusalOf(session, { to })) ?? known[0];
}

/**
 * The address for an e-mail that waits. The visitor may have another one since it was written: agents'
 * messages then go there. Undefined without one.
 */
export function currentAddress(session: SessionRecord, email: SentEmail): string | undefined {
  const { contact, visitor } = session;
  const isTheirs = [contact?.email, visitor && verifiedEmail(visitor)].includes(email.to);
  return isTheirs || !isOfMessages(email) ? email.to : replyAddress(session);
}

/**
 * Whether an e-mail brings agents' messages to the verified address of the visitor, who has not given it in
 * the conversation.
 */
export function isOfSignIn({ contact, visitor }: SessionRecord, email: SentEmail): boolean {
  const isVerified = visitor !== undefined && verifiedEmail(visitor) === email.to;
  return isOfMessages(email) && isVerified && contact?.email !== email.to;
}

/** Why a visitor gets no e-mails with agents' messages. */
export const EMAIL_OBSTACLES = ['no-address', 'refused', 'stopped'] as const;
export type EmailObstacle = (typeof EMAIL_OBSTACLES)[number];

export function emailObstacle(session: SessionRecord): EmailObstacle | undefined {
  const to = replyAddress(session);
  if (to === undefined) return 'no-address';
  if (session.emailsStopped) return 'stopped';
  return refusalOf(session, { to }) ? 'refused' : undefined;
}

/** The maximum number of earlier e-mails that an e-mail refers to: the first and the newest ones. */
const MAX_REFERENCES = 10;

/** The ids of the sent e-mails to the same address, oldest first, without confirmations: one thread. */
export function threadOf(
  { emails = [] }: Pick<SessionRecord, 'emails'>,
  { id, to, kind }: SentEmail,
): readonly string[] {
  if (kind === 'confirmation') return [];
  const sent = emails
    .filter((one) => one.id !== id && one.to === to && one.kind !== 'confirmation' && one.state === 'sent')
    .map((one) => one.id);
  return [...sent.slice(0, 1), ...sent.slice(1).slice(1 - MAX_REFERENCES)];
}

/** Replaces an e-mail of a session. */
export function withEmailState(session: SessionRecord, changed: SentEmail): SessionRecord {
  const emails = (session.emails ?? []).map((email) => (email.id === changed.id ? changed : email));
  return { ...session, emails };
}

/** An e-mail, and the time (RFC 3339) before which it is not sent. */
export interface PlannedEmail {
  email: SentEmail;
  after?: string;
}

/**
 * The e-mail for an agent's message to a visitor who has left: the answer, sent immediately. Further messages
 * within two minutes are one e-mail, so that a reply in several parts is not several e-mails.
 */
export function leftVisitorEmail(
  session: SessionRecord,
  { id: messageId, createdAt: at }: Pick<Message, 'id' | 'createdAt'>,
  id: string,
): PlannedEmail | undefined {
  const to = replyAddress(session);
  if (to === undefined || emailObstacle(session)) return undefined;
  const isJustSent = (session.emails ?? []).some(
    (email) =>
      isOfMessages(email) &&
      email.state !== 'skipped' &&
      email.failure === undefined &&
      Date.parse(at) - Date.parse(email.at) < UNSEEN_MS,
  );
  if (isJustSent) return unseenEmail({ ...session, seenSeq: session.seenSeq ?? 0 }, id, at);
  return { email: { id, kind: 'reply', to, at, messageId, state: 'waiting' } };
}

/** Whether an e-mail brings agents' messages. */
export const isOfMessages = ({ kind }: SentEmail) => kind === 'reply' || kind === 'unseen';

/**
 * The e-mail for an agent's message that the visitor does not see. Undefined if there is no address, the
 * visitor has unsubscribed, or a waiting e-mail will contain the message.
 */
export function unseenEmail(session: SessionRecord, id: string, at: string): PlannedEmail | undefined {
  const { emails = [], messageCount, seenSeq } = session;
  const to = replyAddress(session);
  if (to === undefined || emailObstacle(session)) return undefined;
  // The client does not report seen messages, so the visitor may have seen it.
  if (seenSeq === undefined) return undefined;
  const earlier = emails.filter(({ kind }) => kind === 'unseen');
  const atMs = Date.parse(at);
  const waits = (email: SentEmail) => email.state === 'waiting' && atMs - Date.parse(email.at) < GIVEN_UP_MS;
  if (earlier.some(waits)) return undefined;
  const last = earlier.findLast(({ state }) => state === 'sent');
  const afterMs = Math.max(atMs + UNSEEN_MS, last ? Date.parse(last.at) + UNSEEN_MS + UNSEEN_PAUSE_MS : 0);
  return {
    // The message is the last one of the session.
    email: { id, kind: 'unseen', to, at, afterSeq: messageCount - 1, state: 'waiting' },
    after: new Date(afterMs).toISOString(),
  };
}

/**
 * The confirmation of a message that was left; also for a changed address. Undefined if there is no address,
 * the visitor has unsubscribed, or the address refuses e-mails.
 */
export function receivedEmail(
  { contact, emails = [], emailsStopped }: SessionRecord,
  { id, at, before, isNews }: { id: string; at: string; before: string | undefined; isNews: boolean },
): SentEmail | undefined {
  const to = contact?.email;
  if (to === undefined || emailsStopped || !(isNews || to !== before)) return undefined;
  if (emails.filter(({ kind }) => kind === 'received').length >= MAX_RECEIVED) return undefined;
  if (refusalOf({ emails }, { to })) return undefined;
  return { id, kind: 'received', to, at, state: 'waiting' };
}

/**
 * The unseen agents' messages for an e-mail. Messages before the visitor's latest message count as seen.
 */
export function unseenMessages(
  { seenSeq = 0, emails = [] }: SessionRecord,
  { afterSeq = 0 }: Pick<SentEmail, 'afterSeq'>,
  messages: readonly Message[],
): Message[] {
  const answered = messages.findLast(({ role }) => role === 'visitor')?.seq ?? 0;
  const mailed = new Set(emails.flatMap(({ messageId }) => messageId ?? []));
  const from = Math.max(seenSeq, answered, afterSeq);
  return messages.filter(({ role, seq, id }) => role === 'agent' && seq > from && !mailed.has(id));
}

/**
 * `ok`: the service accepted the e-mail and has not reported a failure. `operation`: `check` gets the state
 * by this id, and delivery reports name it. `maybeSent`: the connection broke or timed out when the e-mail
 * may already have been accepted, so a retry may send it twice.
 */
export type EmailResult = DeliveryResult & { operation?: string; maybeSent?: true };

/**
 * The e-mail after an attempt; `at`: the time of the attempt (RFC 3339), `isCounted`: it is counted against
 * the limits.
 */
export function afterSending(
  email: SentEmail,
  result: EmailResult,
  { at, upToSeq, isCounted }: { at: string; upToSeq?: number | undefined; isCounted: boolean },
): SentEmail {
  const { failure: _f, maybeSent: _m, operation: _o, counted: _c, ...rest } = email;
  if (result.ok) {
    const { operation: id } = result;
    return {
      ...rest,
      state: 'sent',
      ...(upToSeq !== undefined && { upToSeq }),
      ...(id !== undefined && { operation: { id, acceptedAt: at } }),
    };
  }
  return {
    ...email,
    state: result.permanent ? 'failed' : 'waiting',
    failure: result.code,
    ...(result.maybeSent && { maybeSent: true }),
    ...(isCounted && { counted: true }),
  };
}

/**
 * The state of an accepted e-mail. `sent`: it was handed over to the mail server of the recipient, from where
 * it can still come back. `pending`: it is still being sent, or the service did not answer.
 */
export type EmailCheck =
  | { state: 'sent' }
  | { state: 'pending'; retryAfterMs?: number }
  | { state: 'failed'; code: DeliveryFailure };

/**
 * When the state of an accepted e-mail is checked, in minutes after the acceptance. Delivery reports mostly
 * come within minutes, the last ones after two days.
 */
const CHECK_MINUTES = [1, 10, 20, 60, 6 * 60, 24 * 60, 48 * 60];
/** How long a delivery report is kept for the check of its e-mail, in milliseconds; above the last check. */
export const REPORT_KEPT_MS = 72 * 3_600_000;

/**
 * The time until the next check of a sent e-mail, in milliseconds, at least the service's Retry-After.
 * Undefined after the last check, and for an e-mail that can no longer fail.
 */
export function checkAfterMs(
  { operation }: Pick<SentEmail, 'operation'>,
  nowMs: number,
  retryAfterMs = 0,
): number | undefined {
  if (!operation) return undefined;
  const acceptedMs = Date.parse(operation.acceptedAt);
  const earliestMs = nowMs + retryAfterMs;
  const nextMs = CHECK_MINUTES.map((minutes) => acceptedMs + minutes * 60_000).find((ms) => ms > earliestMs);
  return nextMs === undefined ? undefined : nextMs - nowMs;
}

/** The e-mail after its last check. */
export function afterCheck(email: SentEmail, check: EmailCheck): SentEmail {
  const { operation: _o, ...rest } = email;
  return check.state === 'failed' ? { ...rest, state: 'failed', failure: check.code } : rest;
}

/**
 * Makes a second attempt that may have been accepted the last one, so that a visitor gets an e-mail at most
 * twice.
 */
export function atMostTwice(email: SentEmail, result: EmailResult): EmailResult {
  return !result.ok && result.maybeSent && email.maybeSent ? { ...result, permanent: true } : result;
}
