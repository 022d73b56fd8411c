import type { PromptDocument } from '../domain/answer-result.ts';
import type { Comparison, TestTurn } from '../domain/records/assistant-test.ts';
import type { DoubtfulAnswer } from '../domain/records/doubtful-answer.ts';
import type { Usage } from '../domain/records/token-usage.ts';

export type { PromptDocument };

/** The conversation that the judge reads. */
interface JudgedConversation {
  /** The instructions of the assistant. */
  instructions: string;
  /** Oldest first, ending with the visitor's question. */
  turns: readonly TestTurn[];
  /** The requested model or deployment; default: the server's own. */
  model?: string;
}

/** An answer of the assistant with its question and the documents that it was given. */
export interface JudgedAnswer extends JudgedConversation {
  answer: string;
  documents: readonly PromptDocument[];
}

/** Two answers to one question. */
export interface ComparedAnswers extends JudgedConversation {
  /** The answer as it should be. */
  expected: string;
  before: string;
  answer: string;
}

/** `opinion` is undefined if the model refused or its output cannot be parsed. */
export interface JudgeReply<V = DoubtfulAnswer['verdict']> {
  opinion: { verdict: V; reason: string } | undefined;
  model: string;
  usage: Usage;
}

/**
 * LLM-as-a-judge: one model call for a verdict on an answer. Failure is `assistant-unavailable` with a
 * reason; an abort throws the signal's reason.
 */
export interface AnswerJudge {
  /** Whether an answer is grounded in the documents. */
  judge(answer: JudgedAnswer, signal: AbortSignal): Promise<JudgeReply>;
  /** Whether `answer` is the same as `before`, better or worse. */
  compare(answers: ComparedAnswers, signal: AbortSignal): Promise<JudgeReply<Comparison>>;
}
