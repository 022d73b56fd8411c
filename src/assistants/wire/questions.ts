import * as z from 'zod/mini';
import { count, named, time, uuid } from '../../lib/fields.ts';
import { limit, ListWindow } from '../../platform/wire/query-fields.ts';

/** The answer that an agent suggests, without the agent's id. */
const SuggestedAnswer = z.object({ content: z.string(), agentName: z.string() });

/** `question` is cut after 300 characters in lists, and so is the text of a correction. */
const AskedQuestion = z
  .object({
    sessionId: uuid(),
    messageId: uuid(),
    seq: count(),
    question: z.string(),
    /** The time of the latest reason to list it. */
    at: time(),
    /** The assistant found no answer, or handed off. */
    unanswered: z.optional(z.literal(true)),
    /** The visitor rated the answer as not helpful; `visitorName` only if known. */
    notHelpful: z.optional(
      z.object({ comment: z.optional(z.string()), visitorName: z.optional(z.string()) }),
    ),
    /** An agent suggested another answer. */
    correction: z.optional(SuggestedAnswer),
  })
  .register(
    z.globalRegistry,
    named('AskedQuestion', 'A message of a visitor whose answer needs a review, with the reasons.'),
  );
export type AskedQuestion = z.infer<typeof AskedQuestion>;

export const QuestionParams = z.object({ id: uuid(), messageId: uuid() });

export const QuestionReply = z
  .object({
    question: z.string(),
    assistantId: z.string(),
    /** The assistant's answer; `toReview`: it is a reason to list the question. */
    answer: z.optional(
      z.object({
        content: z.string(),
        /** Of a quote: its passage, without the words around it. */
        passage: z.optional(z.string()),
        unanswered: z.optional(z.boolean()),
        toReview: z.boolean(),
        correction: z.optional(SuggestedAnswer),
      }),
    ),
    agentReply: z.optional(z.object({ name: z.string(), content: z.string() })),
    dismissed: z.boolean(),
    /** Empty if the question is not listed. */
    similar: z.array(AskedQuestion),
  })
  .register(z.globalRegistry, named('Question', 'A question, with what helps to answer it.'));
export type QuestionReply = z.infer<typeof QuestionReply>;

export const QuestionsQuery = z.object({ window: z._default(ListWindow, '7d'), limit: limit(50) });

export const QuestionsReply = z
  .object({
    window: ListWindow,
    questions: z.array(
      z.object({
        /** The newest question of the group. */
        question: z.string(),
        count: count(),
        lastAskedAt: time(),
        /** The newest conversation with this question. */
        sessionId: uuid(),
        assistantId: z.string(),
        /** The detected languages of the questions (ISO 639-1). */
        languages: z.readonly(z.array(z.string())),
        /** Newest first. */
        questions: z.array(AskedQuestion),
      }),
    ),
  })
  .register(z.globalRegistry, named('Questions', 'The questions to review, most asked first.'));
export type QuestionsReply = z.infer<typeof QuestionsReply>;

/** `dismissed`: whether the question and similar ones are off the list until there is a newer reason. */
export const QuestionChange = z
  .object({ dismissed: z.boolean() })
  .register(z.globalRegistry, named('QuestionChange', 'Whether a question is dismissed.'));
