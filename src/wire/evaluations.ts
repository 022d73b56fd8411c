import * as z from 'zod/mini';
import {
  EvaluationAnswer,
  EvaluationRun,
  QuestionLine,
  PublicQuestionSet,
} from '../domain/records/evaluation.ts';
import { count, named, text } from '../domain/records/fields.ts';

const uuidLike = () => z.string().check(z.toLowerCase(), z.regex(/^[0-9a-f-]{36}$/, 'must be an id'));
const assistantId = () =>
  z.string().check(z.toLowerCase(), z.regex(/^(default|[0-9a-f-]{36})$/, 'must be an id'));

/** How many questions one request adds. */
export const MAX_ADDED = 100;

export const SetParams = z.object({ id: uuidLike() });
export const RunChange = z.object({ action: z.enum(['cancel', 'resume']) });
export const RunParams = z.object({
  id: uuidLike(),
  run: z.string().check(z.regex(/^\d{14}-[0-9a-f-]{36}$/, 'must be the id of an evaluation')),
});
export const QuestionParams = z.object({
  id: uuidLike(),
  number: z.string().check(z.regex(/^\d{1,8}$/, 'must be the number of a question')),
});

export const SetChange = z.object({ name: text(60) });
export const QuestionsAdded = z.object({
  questions: z.array(QuestionLine).check(z.minLength(1), z.maxLength(MAX_ADDED)),
});

export const ListedSet = z
  .extend(PublicQuestionSet, { id: z.string(), etag: z.string() })
  .register(z.globalRegistry, named('QuestionSet', 'Questions to evaluate an assistant with.'));
export type ListedSet = z.infer<typeof ListedSet>;

export const SetsReply = z.object({ sets: z.array(ListedSet) });
export type SetsReply = z.infer<typeof SetsReply>;
export const SetReply = z.object({ set: ListedSet });
export type SetReply = z.infer<typeof SetReply>;

const NumberedQuestion = z.object({ number: count(), line: QuestionLine });
export const QuestionsReply = z.object({ set: ListedSet, questions: z.array(NumberedQuestion) });
export type QuestionsReply = z.infer<typeof QuestionsReply>;

export const RunRequest = z.object({
  assistantId: z._default(assistantId(), 'default'),
  /** `candidate`: the changes of the assistant that are not live. */
  subject: z._default(z.enum(['live', 'candidate']), 'live'),
});

export const ListedRun = z
  .extend(EvaluationRun, {
    id: z.string(),
    setId: z.string(),
    /** Whether an instance works on it now. */
    active: z.boolean(),
  })
  .register(
    z.globalRegistry,
    named('Evaluation', 'A question set asked of an assistant; `cost` in US dollars.'),
  );
export type ListedRun = z.infer<typeof ListedRun>;

export const RunsReply = z.object({ runs: z.array(ListedRun) });
export type RunsReply = z.infer<typeof RunsReply>;
export const RunReply = z.object({ run: ListedRun });
export type RunReply = z.infer<typeof RunReply>;

export const AnswersReply = z.object({
  answers: z.array(
    EvaluationAnswer.register(
      z.globalRegistry,
      named('EvaluationAnswer', 'A judged answer; without expected facts the assistant is to refuse.'),
    ),
  ),
});
export type AnswersReply = z.infer<typeof AnswersReply>;
