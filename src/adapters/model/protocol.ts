import type OpenAI from 'openai';
import type { Usage } from '../../spending/records/token-usage.ts';
import type { Effort } from '../../spending/rules/models.ts';
import type { ModelEnding, ModelRequest, ModelToolCall } from '../../ports.ts';
import type { Reductions } from './reductions.ts';

export interface CallParameters {
  model: string;
  maxOutputTokens: number;
  /** If undefined, the server chooses. */
  effort: Effort | undefined;
  /** Whether the model is in the table of known models, so that newer parameters can be sent. */
  isKnown: boolean;
  /** Parameters that the server refused recently. */
  reductions: Reductions;
}

/** Reads one streamed answer. */
export interface AnswerReader {
  /** Parses the data of one event and returns its text, which can be empty. Throws WrongProtocol. */
  take(data: string): string;
  /** Whether the model has begun a tool call. */
  callsTool(): boolean;
  /** How the answer ended; undefined until then. */
  ending(): ModelEnding | undefined;
  toolCalls(): ModelToolCall[];
  /** The reply in the provider's format for the next round; empty if text and tool calls are complete. */
  items(): readonly unknown[];
  /** Undefined if the server sent no usage, or an invalid one. */
  usage(): Usage | undefined;
  /** The model's name, as the server sends it. */
  model(): string | undefined;
}

/** A model API: builds requests and reads responses. */
export interface Protocol {
  send(client: OpenAI, request: ModelRequest, terms: CallParameters, signal: AbortSignal): Promise<Response>;
  reader(): AnswerReader;
}
