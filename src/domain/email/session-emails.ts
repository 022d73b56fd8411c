import type { DeliveryResult } from '../delivery-outcome.ts';
import type { Message } from '../records/message.ts';
import type { DeliveryFailure } from '../records/outbox-entry.ts';
import type { SentEmail } from '../records/sent-email.ts';
import type { SessionRecord } from '../records/session.ts';

/** How long a message is unseen before it is sent, in milliseconds. */
export const UNSEEN_MS = 2 * 60_000;
/** The shortest time between two e-mails with unseen messages of one conversation, in milliseconds. */
export const UNSEEN_PAUSE_MS = 10 * 60_000;
/** The e-mails that a session keeps: older ones are dropped. */
const MAX_KEPT = 50;
/** After this time a waiting e-mail is not tried any more (`GIVE_UP_MS`), in milliseconds. */
const GIVEN_UP_MS = 25 * 3_600_000;
/** How many transcripts a visitor may ask for in one conversation. */
export const MAX_TRANSCRIPTS = 3;
/** The most messages of a transcript: the newest, as an e-mail must not grow without an end. */
export const MAX_MESSAGES = 200;

/** A session with one more e-mail. */
export function withEmail(session: SessionRecord, email: SentEmail): SessionRecord {
  return { ...session, emails: [...(session.emails ?? []), email].slice(-MAX_KEPT) };
}

export function emailOf({ emails = [] }: SessionRecord, id: string): SentEmail | undefined {
  return emails.find((email) => email.id === id);
}

/** Outcomes after which an address gets no further e-mail in its conversation. */
const REFUSALS: readonly (DeliveryFailure | undefined)[] = ['recipient-refused', 'recipient-suppressed'];

/** The newest outcome of the other e-mails to an address, if it says that the address takes none. */
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

/** A session with another state of one of its e-mails. */
export function withEmailState(session: SessionRecord, changed: SentEmail): SessionRecord {
  const emails = (session.emails ?? []).map((email) => (email.id === changed.id ? changed : email));
  return { ...session, emails };
}

/**
 * The e-mail that an agent's message needs if the visitor does not see it; undefined where they gave no
 * address, want none, or one that is waiting will have it.
 */
export function unseenEmail(
  { contact, emails = [], emailsStopped, messageCount, seenSeq }: SessionRecord,
  id: string,
  at: string,
): { email: SentEmail; after: string } | undefined {
  if (contact?.email === undefined || emailsStopped) return undefined;
  if (refusalOf({ emails }, { to: contact.email })) return undefined;
  // Its client does not say what was seen: the visitor may be reading along.
  if (seenSeq === undefined) return undefined;
  const earlier = emails.filter(({ kind }) => kind === 'unseen');
  const atMs = Date.parse(at);
  const waits = (email: SentEmail) => email.state === 'waiting' && atMs - Date.parse(email.at) < GIVEN_UP_MS;
  if (earlier.some(waits)) return undefined;
  const last = earlier.findLast(({ state }) => state === 'sent');
  const afterMs = Math.max(atMs + UNSEEN_MS, last ? Date.parse(last.at) + UNSEEN_MS + UNSEEN_PAUSE_MS : 0);
  return {
    // The message itself is the last of the session.
    email: { id, kind: 'unseen', to: contact.email, at, afterSeq: messageCount - 1, state: 'waiting' },
    after: new Date(afterMs).toISOString(),
  };
}

/**
 * The agents' messages of an e-mail that the visitor has not seen. Messages before the visitor's latest one
 * count as seen.
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
 * `ok`: the other side has accepted it, and has not said since that it failed. With `operation` it has not
 * said yet that it was sent: `check` asks about it under this id. `maybeSent`: the line broke or
 * the time was over when the e-mail may have been accepted, so that a repeat may be a second one.
 */
export type EmailResult = DeliveryResult & { operation?: string; maybeSent?: true };

/** The result of an attempt, as the conversation shows it; `at`: the time of the attempt. */
export function afterSending(
  email: SentEmail,
  result: EmailResult,
  { at, upToSeq }: { at: string; upToSeq?: number | undefined },
): SentEmail {
  const { failure: _f, maybeSent: _m, operation: _o, ...rest } = email;
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
  };
}

/**
 * The state of an accepted e-mail. `pending`: not known, since it is still being sent or since the other
 * side has given no answer.
 */
export type EmailCheck =
  | { state: 'sent' }
  | { state: 'pending'; retryAfterMs?: number }
  | { state: 'failed'; code: DeliveryFailure };

/** When an accepted e-mail is asked about, in minutes since it was accepted. */
const CHECK_MINUTES = [1, 10, 60];

/**
 * The time until the next question about a sent e-mail, in milliseconds: no sooner than the service asks
 * for. Undefined after the last one, and for an e-mail that cannot fail any more.
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

/** A sent e-mail after the last question about it. */
export function afterCheck(email: SentEmail, check: EmailCheck): SentEmail {
  const { operation: _o, ...rest } = email;
  return check.state === 'failed' ? { ...rest, state: 'failed', failure: check.code } : rest;
}

/**
 * A second attempt that may have been accepted is the last one: a visitor gets one e-mail twice, and not as
 * often as a server falls silent.
 */
export function atMostTwice(email: SentEmail, result: EmailResult): EmailResult {
  return !result.ok && result.maybeSent && email.maybeSent ? { ...result, permanent: true } : result;
}
