import * as z from 'zod/mini';
import { AssistantTest, Comparison, RecordedAnswers, TestTurns } from '../records/assistant-test.ts';
import { count, named, text, time, uuid } from '../../lib/fields.ts';
import { Source } from '../../conversations/records/message.ts';
import { AssistantParams } from './assistants.ts';

export const TestParams = z.extend(AssistantParams, { testId: uuid() });

const ListedTest = z
  .extend(AssistantTest, { id: z.string(), createdAt: time(), etag: z.string() })
  .register(z.globalRegistry, named('ListedTest', 'A stored test of an assistant.'));
export type ListedTest = z.infer<typeof ListedTest>;

export const TestsReply = z.object({ tests: z.array(ListedTest) });
export type TestsReply = z.infer<typeof TestsReply>;
export const TestReply = z.object({ test: ListedTest });
export type TestReply = z.infer<typeof TestReply>;

/** A test that is not stored; without `expected` there is no verdict. */
export const AskTestRequest = z.object({
  turns: TestTurns,
  expected: z.optional(text(8_000)),
  recorded: z.optional(RecordedAnswers),
  subject: z._default(z.enum(['live', 'draft']), 'live'),
});
export type AskTestRequest = z.input<typeof AskTestRequest>;

export const TestAnswer = z
  .object({
    content: z.string(),
    sources: z.readonly(z.array(Source)),
    /** The live assistant's answer, if the draft is tested. */
    before: z.optional(z.string()),
    /** Compared with `before` (of a draft) or the expected answer; absent without a judge. */
    verdict: z.optional(Comparison),
    /** One sentence of the judge; absent for identical answers. */
    reason: z.optional(z.string()),
    usage: z.object({ inputTokens: count(), outputTokens: count(), cost: z.nullable(z.number()) }),
  })
  .register(z.globalRegistry, named('TestedAnswer', 'The answer to a test, and a model’s verdict on it.'));
export type TestAnswer = z.infer<typeof TestAnswer>;
