import type { GivenDocument } from '../domain/answer-result.ts';
import type { Judgment } from '../domain/records/judgment.ts';
import type { Usage } from '../domain/records/token-usage.ts';

export type { GivenDocument };

/** An answer of the assistant, with what it was given to answer from. */
export interface JudgedAnswer {
  question: string;
  answer: string;
  documents: readonly GivenDocument[];
  /** The requested model or deployment; default: the server's own. */
  model?: string;
}

/** `opinion` is undefined where the model refused, or wrote nothing that can be read as one. */
export interface JudgeReply {
  opinion: Pick<Judgment, 'verdict' | 'reason'> | undefined;
  model: string;
  usage: Usage;
}

/**
 * Asks a model once what it thinks of an answer. Failure is `assistant-unavailable` with a reason; an abort
 * throws the signal's reason.
 */
export interface AnswerJudge {
  judge(answer: JudgedAnswer, signal: AbortSignal): Promise<JudgeReply>;
}
