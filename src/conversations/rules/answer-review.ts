import type { Correction, Message, Rating } from '../records/message.ts';
import type { SessionRecord } from '../records/session.ts';

/** A visitor's question whose answer an admin should look at, and the reasons. */
export interface QuestionToReview {
  sessionId: string;
  /** The visitor's message. */
  messageId: string;
  seq: number;
  question: string;
  /** The time of the latest reason (RFC 3339). */
  at: string;
  /** Absent for the default assistant. */
  assistantId?: string;
  /** The assistant found no answer, or handed off. */
  unanswered?: true;
  /** The visitor rated the answer as not helpful. */
  notHelpful?: { comment?: string; visitorName?: string };
  /** An agent suggested another answer. */
  correction?: Correction;
}

type Reviewed = Pick<
  Message,
  'createdAt' | 'unanswered' | 'rating' | 'ratedAt' | 'ratingComment' | 'correction'
>;

/** Whether a question belongs into the list of questions because of this answer. */
export function needsReview({ unanswered, rating, correction }: Omit<Reviewed, 'createdAt'>): boolean {
  return unanswered === true || rating === 'down' || correction !== undefined;
}

/** The reasons of an answer that needs a review, and the time of the latest one. */
export function reviewOf(
  { createdAt, unanswered, rating, ratedAt, ratingComment, correction }: Reviewed,
  visitorName: string | undefined,
): Pick<QuestionToReview, 'at' | 'unanswered' | 'notHelpful' | 'correction'> {
  const isDown = rating === 'down';
  const times = [createdAt, isDown ? ratedAt : undefined, correction?.at];
  const notHelpful = {
    ...(ratingComment !== undefined && { comment: ratingComment }),
    ...(visitorName !== undefined && { visitorName }),
  };
  return {
    at: times.reduce<string>((latest, time = '') => (time > latest ? time : latest), ''),
    ...(unanswered === true && { unanswered }),
    ...(isDown && { notHelpful }),
    ...(correction && { correction }),
  };
}

/** The visitor's name: of the signed-in visitor, else of the contact details. */
export const visitorNameIn = ({ visitor, contact }: SessionRecord): string | undefined =>
  visitor?.name ?? contact?.name;

/**
 * Sets or clears (`null`) the visitor's rating of an answer; undefined if nothing changes. A comment belongs
 * to its rating: another rating removes it.
 */
export function rateAnswer(
  message: Message,
  { rating, comment }: { rating: Rating | null; comment?: string | undefined },
  now: string,
): Message | undefined {
  const { rating: before, ratedAt: _at, ratingComment, ...unrated } = message;
  if (rating === null) return before === undefined ? undefined : unrated;
  const kept = rating === before ? ratingComment : undefined;
  const words = comment ?? kept;
  if (rating === before && words === ratingComment) return undefined;
  return { ...unrated, rating, ratedAt: now, ...(words !== undefined && { ratingComment: words }) };
}

/** Sets or removes (`null`) an agent's suggestion; undefined if nothing changes. */
export function correctAnswer(message: Message, correction: Correction | null): Message | undefined {
  const { correction: before, ...rest } = message;
  if (correction) return { ...rest, correction };
  return before ? rest : undefined;
}
