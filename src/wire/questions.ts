import * as z from 'zod/mini';
import { count, named, time, uuid } from '../domain/records/fields.ts';
import { limit, ListWindow } from './records.ts';

/** `question` is cut after 300 characters. */
const AskedQuestion = z
  .object({ sessionId: uuid(), messageId: uuid(), seq: count(), question: z.string(), at: time() })
  .register(
    z.globalRegistry,
    named('AskedQuestion', 'A message of a visitor that the assistant could not answer.'),
  );
export type UnansweredQuestion = z.infer<typeof AskedQuestion>;

export const QuestionParams = z.object({ id: uuid(), messageId: uuid() });

export const QuestionReply = z
  .object({
    question: z.string(),
    /** The assistant of the conversation; `default` for the first one. */
    assistantId: z.string(),
    agentReply: z.optional(z.object({ name: z.string(), content: z.string() })),
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
        /** The detected languages of the questions (ISO 639-1). */
        languages: z.readonly(z.array(z.string())),
        /** Newest first. */
        questions: z.array(AskedQuestion),
      }),
    ),
  })
  .register(z.globalRegistry, named('Questions', 'The unanswered questions, most asked first.'));
export type QuestionsReply = z.infer<typeof QuestionsReply>;
