import { AppError } from '../../domain/errors.ts';
import { groupQuestions, type AskedQuestion, type QuestionGroup } from '../../domain/questions.ts';
import type { Message } from '../../domain/records/message.ts';
import { since, type Window } from '../../domain/time-window.ts';
import type { Ports, ReadQuestionWords } from '../../ports.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import { messageIn, requireConversation } from '../chat/reading.ts';

/** A question with similar ones and the agent's reply. */
export interface QuestionDetails {
  question: string;
  /** The assistant of its conversation; undefined for the global default. */
  assistantId: string | undefined;
  /** The agent's reply to it, with their name. */
  agentReply: { name: string; content: string } | undefined;
  /** Questions that ask for the same, this one among them; newest first. */
  similar: readonly AskedQuestion[];
}

/** The questions that the assistant could not answer. */
export interface Questions {
  /** Grouped, the most frequent first, without the answered ones. */
  list(window: Window | 'all', limit: number): Promise<QuestionGroup[]>;
  /** `session-not-found`, or `not-found` where the message is no question of a visitor. */
  find(sessionId: string, messageId: string): Promise<QuestionDetails>;
}

/** How many of the newest unanswered questions are read, so that the cost is limited for long windows. */
const QUESTIONS_LOOKED_AT = 500;
/** Among how many of the next messages an agent's reply is looked for. */
const MESSAGES_LOOKED_AT = 100;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  readWords: ReadQuestionWords;
  addedAnswers: Pick<AddedAnswers, 'list'>;
};

export function questions({ store, clock, readWords, addedAnswers }: Dependencies): Questions {
  async function groups(from: string, limit: number): Promise<QuestionGroup[]> {
    const [asked, answers] = await Promise.all([
      store.unanswered(from, QUESTIONS_LOOKED_AT),
      addedAnswers.list(),
    ]);
    const words = await readWords(asked.map(({ question }) => question));
    const read = asked.map((question, index) => ({ roots: [], ...question, ...words[index] }));
    return groupQuestions(read, limit, answers);
  }

  return {
    list: (window, limit) => groups(since(window, clock.now()) ?? EPOCH, limit),

    async find(sessionId, messageId) {
      const conversation = await requireConversation(store, sessionId);
      const message = await messageIn(conversation, messageId, store);
      if (message?.role !== 'visitor') throw new AppError('not-found');
      const next = await store.messages(sessionId, message.seq, MESSAGES_LOOKED_AT);
      const group = (await groups(EPOCH, QUESTIONS_LOOKED_AT)).find(({ questions: its }) =>
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

/** The messages of the first agent who replied, up to the visitor's next message after that. */
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
