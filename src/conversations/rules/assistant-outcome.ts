import type { ActivityCounts } from '../../availability/rules/activity.ts';
import type { AnswerCounts, SessionRecord } from '../records/session.ts';
import type { Message, Rating } from '../records/message.ts';

type CountedAnswer = Pick<Message, 'role' | 'unanswered' | 'rating'>;
type Outcome = Pick<SessionRecord, 'answers' | 'humanRequestedAt' | 'claimedAt' | 'visitorRating'>;

const NO_ANSWERS: AnswerCounts = { helpful: 0, notHelpful: 0, unanswered: 0 };

/** Counts a message of the assistant in its session: without an answer, or with a rating. */
export function countAnswer(
  session: SessionRecord,
  { role, unanswered, rating }: CountedAnswer,
  by: 1 | -1 = 1,
): SessionRecord {
  if (role !== 'assistant' || (unanswered !== true && rating === undefined)) return session;
  const { answers = NO_ANSWERS } = session;
  return {
    ...session,
    answers: {
      helpful: answers.helpful + (rating === 'up' ? by : 0),
      notHelpful: answers.notHelpful + (rating === 'down' ? by : 0),
      unanswered: answers.unanswered + (unanswered === true ? by : 0),
    },
  };
}

/** Counts a changed rating of an answer in its session. */
export function countRating(
  session: SessionRecord,
  before: Rating | undefined,
  after: Rating | null,
): SessionRecord {
  const role = 'assistant';
  const withdrawn = before === undefined ? session : countAnswer(session, { role, rating: before }, -1);
  return after === null ? withdrawn : countAnswer(withdrawn, { role, rating: after });
}

/**
 * Whether the assistant has not resolved a conversation: a person was requested or took it, an answer was
 * missing or rated as not helpful, or the visitor rated the conversation as not helpful.
 */
export function isUnresolved({ answers, humanRequestedAt, claimedAt, visitorRating }: Outcome): boolean {
  const { notHelpful, unanswered } = answers ?? NO_ANSWERS;
  const hasPerson = humanRequestedAt !== undefined || claimedAt !== undefined;
  return hasPerson || notHelpful > 0 || unanswered > 0 || visitorRating?.helpful === false;
}

/** The figures of a change of a session; without a figure that did not change. */
export function outcomeFigures(
  before: Outcome | undefined,
  after: Outcome,
): Partial<Pick<ActivityCounts, 'unanswered' | 'unresolved'>> {
  const unanswered = (after.answers?.unanswered ?? 0) - (before?.answers?.unanswered ?? 0);
  const unresolved = Number(isUnresolved(after)) - Number(before !== undefined && isUnresolved(before));
  return { ...(unanswered !== 0 && { unanswered }), ...(unresolved !== 0 && { unresolved }) };
}
