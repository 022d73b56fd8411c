import { AppError } from '../../domain/errors.ts';
import { groupQuestions, type UnansweredQuestion, type QuestionGroup } from '../../domain/questions.ts';
import type { Message } from '../../domain/records/message.ts';
import { since, type Window } from '../../domain/time-window.ts';
import type { Ports, ReadQuestionWords } from '../../ports.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import { messageIn, requireConversation } from '../chat/reading.ts';

/** A question with similar ones and the agent's reply. */
interface QuestionDetails {
  question: string;
  /** The assistant of its conversation; undefined for the global default. */
  assistantId: string | undefined;
  /** The first agent's reply after the question, with the agent's name. */
  agentReply: { name: string; content: string } | undefined;
  /** Similar questions, including this one, newest first. */
  similar: readonly UnansweredQuestion[];
}

/** The maximum number of questions read, which bounds the cost of long windows. */
const MAX_QUESTIONS = 500;
/** The number of following messages in which an agent's reply is searched. */
const MAX_MESSAGES = 100;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  readWords: ReadQuestionWords;
  addedAnswers: Pick<AddedAnswers, 'list'>;
};

/** The questions that the assistant could not answer. */
export function questions({ store, clock, readWords, addedAnswers }: Dependencies) {
  async function groups(from: string, limit: number): Promise<QuestionGroup[]> {
    const [asked, answers] = await Promise.all([store.unanswered(from, MAX_QUESTIONS), addedAnswers.list()]);
    const words = await readWords(asked.map(({ question }) => question));
    const read = asked.map((question, index) => ({ roots: [], ...question, ...words[index] }));
    return groupQuestions(read, limit, answers);
  }

  return {
    /** Grouped, the most frequent first, without the questions that have an added answer. */
    list: (window: Window | 'all', limit: number): Promise<QuestionGroup[]> =>
      groups(since(window, clock.now()) ?? EPOCH, limit),

    /** Throws `session-not-found`, or `not-found` if it is not a message of a visitor. */
    async find(sessionId: string, messageId: string): Promise<QuestionDetails> {
      const conversation = await requireConversation(store, sessionId);
      const message = await messageIn(conversation, messageId, store);
      if (message?.role !== 'visitor') throw new AppError('not-found');
      const next = await store.messages(sessionId, message.seq, MAX_MESSAGES);
      const group = (await groups(EPOCH, MAX_QUESTIONS)).find(({ questions: its }) =>
        its.some((one) => one.messageId === messageId),
      );
      return {
        question: message.content,
        assistantId: conversation.session.assistantId,
        agentReply: agentReplyIn(next),
        similar: group?.questions ?? [],
      };
    },
  };
}

const EPOCH = new Date(0).toISOString();

/** The messages of the first replying agent until the visitor's next message, joined. */
function agentReplyIn(messages: readonly Message[]): QuestionDetails['agentReply'] {
  const first = messages.findIndex(({ role }) => role === 'agent');
  const reply = messages.slice(first);
  const name = reply[0]?.agent?.name;
  if (first < 0 || name === undefined) return undefined;
  const end = reply.findIndex(({ role }) => role === 'visitor');
  const content = (end < 0 ? reply : reply.slice(0, end))
    .filter(({ role }) => role === 'agent')
    .map((message) => message.content)
    .join('\n\n');
  return { name, content };
}
