import * as z from 'zod/mini';
import { MAX_TEST_TURNS } from '../rules/assistants.ts';
import { named, text, time, trusted } from '../../lib/fields.ts';

const TestTurn = z.object({ role: z.enum(['visitor', 'assistant']), content: text(20_000) });
export type TestTurn = z.output<typeof TestTurn>;

/** A conversation that ends with the tested question, oldest first. */
export const TestTurns = z.array(TestTurn).check(
  z.minLength(1),
  z.maxLength(MAX_TEST_TURNS),
  z.refine((turns) => turns.at(-1)?.role === 'visitor', 'must end with a message of the visitor'),
);

/** A mock result: a test passes it to the model in place of a call of the action. */
export const RecordedAnswer = z.object({ action: text(50), answer: text(4_000) });
export type RecordedAnswer = z.output<typeof RecordedAnswer>;

/** The mock results of a test, at most one per action. */
export const RecordedAnswers = z.readonly(z.array(RecordedAnswer).check(z.maxLength(20)));

/** A question with the messages before it, and the expected answer. */
export const AssistantTest = z
  .object({
    turns: TestTurns,
    expected: text(8_000),
    /** The results of the assistant's actions; a test calls no API. */
    recorded: z.exactOptional(RecordedAnswers),
  })
  .register(z.globalRegistry, named('AssistantTest', 'A question and its expected answer.'));
export type AssistantTest = z.output<typeof AssistantTest>;

export const StoredTest = trusted(z.extend(AssistantTest, { createdAt: time() }));
export type StoredTest = z.output<typeof StoredTest>;

/** How a new answer compares with an earlier one, measured by the expected answer. */
export const Comparison = z.enum(['same', 'better', 'worse']);
export type Comparison = z.output<typeof Comparison>;
