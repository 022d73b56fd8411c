import type { WeightedQuestion } from '../../ports.ts';

/**
 * How much the last question, and those before it, count among the sections found. Chosen on the
 * conversations of IBM's MTRAG (ADR 14).
 */
const TURN_WEIGHTS = [1, 0.3, 0.1];

/** The last questions of a conversation, newest first, with their weights; questions are oldest first. */
export function weightedTurns(questions: readonly string[]): WeightedQuestion[] {
  return TURN_WEIGHTS.flatMap((weight, turn) => {
    const question = questions.at(-1 - turn);
    return question === undefined ? [] : [{ question, weight }];
  });
}
