import type { Comparison, TestTurn } from '../assistants/records/assistant-test.ts';
import type { Usage } from '../spending/records/token-usage.ts';

/** Two answers to one question. */
export interface ComparedAnswers {
  /** The instructions of the assistant. */
  instructions: string;
  /** Oldest first, ending with the visitor's question. */
  turns: readonly TestTurn[];
  /** The answer as it should be. */
  expected: string;
  before: string;
  answer: string;
  /** The requested model or deployment; default: the server's own. */
  model?: string;
}

/** `opinion` is undefined if the model refused or its output cannot be parsed. */
export interface JudgeReply {
  opinion: { verdict: Comparison; reason: string } | undefined;
  model: string;
  usage: Usage;
}

/**
 * LLM-as-a-judge: one model call for a verdict on an answer. Failure is `assistant-unavailable` with a
 * reason; an abort throws the signal's reason.
 */
export interface AnswerJudge {
  /** Whether `answer` is the same as `before`, better or worse. */
  compare(answers: ComparedAnswers, signal: AbortSignal): Promise<JudgeReply>;
}
