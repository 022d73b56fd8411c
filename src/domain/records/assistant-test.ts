import * as z from 'zod/mini';
import { MAX_TEST_TURNS } from '../assistants.ts';
import { named, text, time, trusted } from './fields.ts';

const TestTurn = z.object({ role: z.enum(['visitor', 'assistant']), content: text(20_000) });
export type TestTurn = z.output<typeof TestTurn>;

/** A conversation up to the question that is tested, oldest first. */
export const TestTurns = z.array(TestTurn).check(
  z.minLength(1),
  z.maxLength(MAX_TEST_TURNS),
  z.refine((turns) => turns.at(-1)?.role === 'visitor', 'must end with a message of the visitor'),
);

/** A question with the messages before it, and the answer as it should be. */
export const AssistantTest = z
  .object({ turns: TestTurns, expected: text(8_000) })
  .register(z.globalRegistry, named('AssistantTest', 'A question, and the answer as it should be.'));
export type AssistantTest = z.output<typeof AssistantTest>;

/** A test as the ledger keeps it. */
export const StoredTest = trusted(z.extend(AssistantTest, { createdAt: time() }));
export type StoredTest = z.output<typeof StoredTest>;

/** How an answer compares with another one, by the answer as it should be. */
export const Comparison = z.enum(['same', 'better', 'worse']);
export type Comparison = z.output<typeof Comparison>;
