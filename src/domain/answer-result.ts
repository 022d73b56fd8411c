import type { SearchBasis, Source } from './records/message.ts';
import type { Usage } from './records/token-usage.ts';

/** How a finished answer came about; its text was passed on in pieces before. */
export interface AnswerResult {
  /** The whole text where it is not the pieces together: a part turned out not to be for the visitor. */
  content?: string;
  /** The usage of its last call; see `Answerer`. */
  usage: Usage;
  /** The part of `usage.inputTokens` that questions used which were embedded; absent for none. */
  embeddingTokens?: number;
  model: string;
  sources: readonly Source[];
  /** The addresses of its links that the documents hold; absent for none. */
  links?: readonly string[];
  /** Absent where nothing was searched, such as for a greeting. */
  basis?: SearchBasis;
  /**
   * Messages that the visitor may send next, such as titles of sections; each is an item of a list in the
   * text.
   */
  suggestions?: readonly string[];
  /**
   * The assistant requests an agent: a separate action, never parsed from the text. `byVisitor`: the
   * visitor's own words ask for one, so that no question is left without an answer.
   */
  requestHuman?: { reason?: string; byVisitor?: true };
  /** False where no answer was found. */
  answered: boolean;
  /** The token limit cut the answer off. */
  interrupted?: true;
  /** The sections that a model was given; in memory only. */
  given?: readonly PromptDocument[];
}

/** A section of a document, as a model was given it. */
export interface PromptDocument {
  title: string;
  markdown: string;
}
