import type { QuestionToReview } from '../conversations/rules/answer-review.ts';
import { AppError } from '../core/errors.ts';
import { groupQuestions, type QuestionGroup, type SettledQuestions } from '../assistants/rules/questions.ts';
import type { Message } from '../conversations/records/message.ts';
import { since, type ListWindow } from '../availability/rules/time-window.ts';
import type { Ports, ReadQuestionWords } from '../ports.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import type { Assistants } from '../assistants/assistants.ts';
import { messageIn, requireConversation } from '../conversations/reading.ts';
import { dismissedQuestions } from './dismissed-questions.ts';

/** A question with its answer, similar questions and the agent's reply. */
interface QuestionDetails {
  question: string;
  /** The assistant of its conversation. */
  assistantId: string;
  /** The assistant's answer; undefined if it is missing. */
  answer: Message | undefined;
  /** The first agent's reply after the question, with the agent's name. */
  agentReply: { name: string; content: string } | undefined;
  /** Whether an admin has dismissed it. */
  dismissed: boolean;
  /** Similar questions that are listed, including this one, newest first; empty if it is not listed. */
  similar: readonly QuestionToReview[];
}

/** The maximum number of questions read, which bounds the cost of long windows. */
const MAX_QUESTIONS = 500;
/** The number of following messages in which the answer and an agent's reply are searched. */
const MAX_MESSAGES = 100;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'> & {
  readWords: ReadQuestionWords;
  addedAnswers: Pick<AddedAnswers, 'list'>;
  assistants: Pick<Assistants, 'defaultId'>;
};

/** The questions whose answers need a review (src/conversations/rules/answer-review.ts). */
export function questions(dependencies: Dependencies) {
  const { store, clock, readWords, addedAnswers, assistants } = dependencies;
  const dismissed = dismissedQuestions(dependencies);

  async function toReview(from: string): Promise<QuestionToReview[]> {
    const [asked, defaultId] = await Promise.all([
      store.questionsToReview(from, MAX_QUESTIONS),
      assistants.defaultId(),
    ]);
    return asked.map((one) => ({ ...one, assistantId: one.assistantId ?? defaultId }));
  }

  async function groups(from: string, limit: number): Promise<QuestionGroup[]> {
    const [asked, answers, dismissals] = await Promise.all([
      toReview(from),
      addedAnswers.list(),
      dismissed.list(),
    ]);
    const words = await readWords(asked.map(({ question }) => question));
    const read = asked.map((question, index) => ({ roots: [], ...question, ...words[index] }));
    const answered: SettledQuestions[] = answers.map(({ addedAt: at, questions: ids }) => {
      return { at, questions: ids };
    });
    return groupQuestions(read, limit, [...answered, ...dismissals]);
  }

  async function groupOf(messageId: string): Promise<readonly QuestionToReview[]> {
    const found = (await groups(EPOCH, MAX_QUESTIONS)).find(({ questions: its }) =>
      its.some((one) => one.messageId === messageId),
    );
    return found?.questions ?? [];
  }

  async function questionIn(sessionId: string, messageId: string) {
    const conversation = await requireConversation(store, sessionId);
    const message = await messageIn(conversation, messageId, store);
    if (message?.role !== 'visitor') throw new AppError('not-found');
    return { message, session: conversation.session };
  }

  return {
    /** Grouped, the most frequent first, without those that have an added answer or are dismissed. */
    list: (window: ListWindow, limit: number): Promise<QuestionGroup[]> =>
      groups(since(window, clock.now()) ?? EPOCH, limit),

    /** Throws `session-not-found`, or `not-found` if it is not a message of a visitor. */
    async find(sessionId: string, messageId: string): Promise<QuestionDetails> {
      const { message, session } = await questionIn(sessionId, messageId);
      const next = await store.messages(sessionId, message.seq, MAX_MESSAGES);
      const similar = await groupOf(messageId);
      return {
        question: message.content,
        assistantId: session.assistantId ?? (await assistants.defaultId()),
        answer: next.find(({ role, replyTo }) => role === 'assistant' && replyTo === messageId),
        agentReply: agentReplyIn(next),
        dismissed: similar.length === 0 && (await dismissed.has(messageId)),
        similar,
      };
    },

    /**
     * Takes a question and similar ones off the list, until there is a newer reason to list them; `false`
     * undoes that. Throws as `find`.
     */
    async setDismissed(sessionId: string, messageId: string, value: boolean): Promise<void> {
      await questionIn(sessionId, messageId);
      if (!value) {
        await dismissed.remove(messageId);
        return;
      }
      const similar = await groupOf(messageId);
      const ids = new Set([messageId, ...similar.map((one) => one.messageId)]);
      const listable = await store.questionsToReview(EPOCH, MAX_QUESTIONS);
      await dismissed.add(
        ids,
        listable.map((one) => one.messageId),
      );
    },
  };
}

const EPOCH = new Date(0).toISOString();

/** The messages of the first replying agent until the visitor's next message, joined. */
function agentReplyIn(messages: readonly Message[]): QuestionDetails['agentReply'] {
  const first = messages.findIndex(({ role }) => role === 'agent');
  const reply = messages.slice(first);
  const agent = reply[0]?.agent;
  if (first < 0 || agent === undefined) return undefined;
  const end = reply.findIndex(({ role }) => role === 'visitor');
  const content = (end < 0 ? reply : reply.slice(0, end))
    .filter((message) => message.agent?.oid === agent.oid)
    .map((message) => message.content)
    .join('\n\n');
  return { name: agent.name, content };
}
