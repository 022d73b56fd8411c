import { secondsBetween, type Activity } from '../../availability/rules/activity.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { requestHuman } from './handoff.ts';
import type { Contact, ContactDetails } from '../records/contact.ts';
import type { Message, MessageDraft } from '../records/message.ts';
import type { SessionAgent, SessionRecord } from '../records/session.ts';
import { append } from './session-messages.ts';
import { transition, type Outcome } from '../../core/session-state-machine.ts';

/** `isNews`: the message was not waiting before, so channels are notified. */
type LeaveOutcome =
  | { ok: true; session: SessionRecord; messages: Message[]; changed: boolean; isNews: boolean }
  | { ok: false; refusal: ErrorCode };

/**
 * Stores a visitor's contact details, adds the message if there is one, and requests an agent. New details
 * replace earlier ones. After an answer, a further message waits again, but changed details do not
 * (docs/api.md, Visitor surface).
 */
export function leaveMessage(
  session: SessionRecord,
  { details, draft }: { details: ContactDetails; draft?: MessageDraft | undefined },
  now: string,
): LeaveOutcome {
  const allowed = transition(session, { type: 'leave-message' }, now);
  if (!allowed.ok) return allowed;
  const appended = draft && append(session, draft, now);
  const requested = requestHuman(appended?.session ?? session, now, { reason: 'message-left' });
  if (!requested.ok) return requested;
  const messages = [...(appended ? [appended.message] : []), ...requested.messages];
  const { contact: before } = session;
  const isNews = before === undefined || (before.answeredAt !== undefined && appended !== undefined);
  const contact = isNews ? { ...details, leftAt: now } : withDetails(before, details);
  const changed = messages.length > 0 || !before || !isSame(before, contact);
  const moved = { ...requested.session, contact, updatedAt: now };
  return { ok: true, session: changed ? moved : session, messages, changed, isNews };
}

/** The contact with new details and the same times. */
function withDetails({ leftAt, answeredAt }: Contact, details: ContactDetails): Contact {
  return { ...details, leftAt, ...(answeredAt !== undefined && { answeredAt }) };
}

function isSame(one: Contact, other: Contact): boolean {
  return (['email', 'phone', 'name', 'leftAt', 'answeredAt'] as const).every(
    (field) => one[field] === other[field],
  );
}

/** The effect of an answer; `leftAnswer` is for the hourly figures. */
interface AnswerEffect extends Pick<Activity, 'leftAnswer'> {
  session: SessionRecord;
}

/** Marks a left message as answered, when an agent writes. Changes nothing if no message waits. */
export function answerLeftMessage(session: SessionRecord, now: string): AnswerEffect {
  const { contact } = session;
  if (!contact || contact.answeredAt !== undefined) return { session };
  return {
    session: { ...session, contact: { ...contact, answeredAt: now } },
    leftAnswer: { seconds: secondsBetween(contact.leftAt, now), count: 1 },
  };
}

/**
 * Sets or removes the answered mark of a left message; only the claiming agent may, also after the close.
 */
export function markAnswered(
  session: SessionRecord,
  { answered, agent }: { answered: boolean; agent: SessionAgent },
  now: string,
): (Extract<Outcome, { ok: true }> & AnswerEffect) | Extract<Outcome, { ok: false }> {
  const allowed = transition(session, { type: 'mark-answered', agent }, now);
  if (!allowed.ok) return allowed;
  const { contact } = session;
  if (!contact) return { ok: false, refusal: 'no-message-left' };
  const { answeredAt, ...waiting } = contact;
  if ((answeredAt !== undefined) === answered) return { ok: true, session, changed: false };
  const updated = { ...session, updatedAt: now };
  if (answeredAt === undefined) return { ok: true, changed: true, ...answerLeftMessage(updated, now) };
  return {
    ok: true,
    changed: true,
    session: { ...updated, contact: waiting },
    leftAnswer: { seconds: secondsBetween(contact.leftAt, answeredAt), count: -1 },
  };
}
