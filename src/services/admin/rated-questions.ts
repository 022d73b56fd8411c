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

/** Reads each conversation of a page once. */
export function ratedQuestions({ store, clock }: Pick<Ports, 'clock' | 'store'>): RatedQuestions {
  /** The messages; those that are embedded in the session where that is all of them. */
  async function messagesOf(sessionId: string): Promise<readonly Message[]> {
    const conversation = await store.load(sessionId);
    if (!conversation) return [];
    const { recent } = conversation;
    return recent[0]?.seq === 1 ? recent : await store.messages(sessionId);
  }

  return {
    async list({ rating, window, limit, cursor }) {
      const page = await store.rated({
        rating,
        since: since(window, clock.now()) ?? EPOCH,
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const ids = Array.from(new Set(page.items.map(({ sessionId }) => sessionId)));
      const read = await Promise.all(ids.map(async (id) => [id, await messagesOf(id)] as const));
      const conversations = new Map(read);
      const items = page.items.flatMap(
        (rated) => proposal(rated, conversations.get(rated.sessionId) ?? [], rating) ?? [],
      );
      return { ...page, items };
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
  return hasAgent || turns.length > MAX_TURNS ? [question.content] : turns;
}
