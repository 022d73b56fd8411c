import type OpenAI from 'openai';
import type { Usage } from '../../domain/records/token-usage.ts';
import type { Effort } from '../../domain/models.ts';
import type { ModelEnding, ModelRequest, ModelToolCall } from '../../ports.ts';
import type { Reductions } from './reductions.ts';

/** Parameters of a question, in addition to its text. */
export interface Terms {
  model: string;
  maxOutputTokens: number;
  /** Undefined: the server decides. */
  effort: Effort | undefined;
  /** The model is in the table of known ones, so that the provider's newer parameters can be sent. */
  isKnown: boolean;
  /** Parameters that the server recently refused. */
  reductions: Reductions;
}

/** The accumulated state of one streamed answer. */
export interface AnswerReader {
  /** Parses the data of one event and returns its text; may be empty. Throws on another protocol. */
  take(data: string): string;
  /** Whether the model has begun a tool call. */
  callsTool(): boolean;
  /** How the answer ended; undefined until then. */
  ending(): ModelEnding | undefined;
  toolCalls(): ModelToolCall[];
  /** The reply in the provider's own form, for the next round; empty where text and calls say it all. */
  items(): readonly unknown[];
  /** Undefined where the server sent none, or invalid numbers. */
  usage(): Usage | undefined;
  /** The model that answers, by the server's name. */
  model(): string | undefined;
}

/** A model protocol: how to build the request, and how to read the response. */
export interface Protocol {
  send(client: OpenAI, question: ModelRequest, terms: Terms, signal: AbortSignal): Promise<Response>;
  reader(): AnswerReader;
}
