import { proposedFacts } from '../../domain/expected-facts.ts';
import { MAX_TURNS } from '../../domain/records/evaluation.ts';
import type { Message, Rating } from '../../domain/records/message.ts';
import { since, type Window } from '../../domain/time-window.ts';
import type { Page, Ports, RatedAnswer } from '../../ports.ts';

/** A question whose answer a visitor has rated, as a proposal for a question set. */
export interface RatedQuestion extends RatedAnswer {
  /** The place of the answer in the conversation. */
  seq: number;
  at: string;
  /** What the visitor said up to the question; in a long conversation, or one with an agent, that alone. */
  turns: string[];
  answer: string;
  /** Facts to expect, as a question line has them. */
  facts: string[];
}

/** Questions for question sets, from what visitors think of the answers. */
export interface RatedQuestions {
  /** Newest first. Conversations that were deleted are left out, so a page may be shorter than `limit`. */
  list(query: {
    rating: Rating;
    window: Window | 'all';
    limit: number;
    cursor?: string | undefined;
  }): Promise<Page<RatedQuestion>>;
}

const EPOCH = new Date(0).toISOString();

/** How many messages up to an answer are read; of a longer conversation the question alone is proposed. */
const MESSAGES_READ = 50;

export function ratedQuestions({ store, clock }: Pick<Ports, 'clock' | 'store'>): RatedQuestions {
  /** An answer and the messages before it, which end with it; empty where it is gone. */
  async function messagesTo({ sessionId, messageId }: RatedAnswer): Promise<readonly Message[]> {
    const answer = await store.message(sessionId, messageId);
    if (!answer) return [];
    return await store.messages(sessionId, Math.max(0, answer.seq - MESSAGES_READ), MESSAGES_READ);
  }

  return {
    async list({ rating, window, limit, cursor }) {
      const page = await store.rated({
        rating,
        since: since(window, clock.now()) ?? EPOCH,
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const read = await Promise.all(
        page.items.map(async (rated) => proposal(rated, await messagesTo(rated), rating)),
      );
      return { ...page, items: read.flatMap((question) => question ?? []) };
    },
  };
}

/** Undefined where the answer, or the question before it, is gone. */
function proposal(
  { sessionId, messageId }: RatedAnswer,
  messages: readonly Message[],
  rating: Rating,
): RatedQuestion | undefined {
  const answer = messages.find(({ id }) => id === messageId);
  if (!answer) return undefined;
  const before = messages.filter(({ seq }) => seq < answer.seq);
  const question = before.findLast(
    ({ id, role }) => role === 'visitor' && (answer.replyTo === undefined || id === answer.replyTo),
  );
  if (!question) return undefined;
  const { seq, createdAt: at, content } = answer;
  const isAnswered = rating === 'up' && answer.unanswered !== true;
  return {
    ...{ sessionId, messageId, seq, at },
    turns: turnsTo(question, before),
    answer: content,
    facts: isAnswered ? proposedFacts(content) : [],
  };
}

/** The visitor's messages up to a question, where the assistant alone answered and a set can hold them. */
function turnsTo(question: Message, before: readonly Message[]): string[] {
  const earlier = before.filter(({ seq }) => seq <= question.seq);
  const turns = earlier.filter(({ role }) => role === 'visitor').map(({ content }) => content);
  const hasAgent = earlier.some(({ role, queued }) => role === 'agent' || queued === true);
  const isWhole = earlier[0]?.seq === 1;
  return !isWhole || hasAgent || turns.length > MAX_TURNS ? [question.content] : turns;
}
