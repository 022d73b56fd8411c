import type { SearchBasis, Source } from '../records/message.ts';
import type { Usage } from '../../spending/records/token-usage.ts';

/** The result of a complete answer; its text was pushed in pieces before. */
export interface AnswerResult {
  /** The whole text, if it differs from the pushed pieces: a part was not meant for the visitor. */
  content?: string;
  /** The usage of the calls after the last `onUsed` of `Answerer`. */
  usage: Usage;
  /** The part of `usage.inputTokens` that embedding used; absent for 0. */
  embeddingTokens?: number;
  model: string;
  sources: readonly Source[];
  /** Its links that the documents contain; absent if it has no such link. */
  links?: readonly string[];
  /** Absent if there was no search, such as for a greeting. */
  basis?: SearchBasis;
  /**
   * Messages that the visitor may send next, such as titles of sections; each is an item of a list in the
   * text.
   */
  suggestions?: readonly string[];
  /**
   * The assistant requests an agent, by a tool call, never parsed from the text. `byVisitor`: the visitor
   * asked for an agent, so the question does not count as unanswered.
   */
  requestHuman?: { reason?: string; byVisitor?: true };
  /** False if no answer was found. */
  answered: boolean;
  /** The token limit cut the answer off. */
  interrupted?: true;
}
