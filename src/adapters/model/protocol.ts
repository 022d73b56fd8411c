import type OpenAI from 'openai';
import type { Usage } from '../../domain/cost.ts';
import type { Effort } from '../../domain/models.ts';
import type { ModelEnding, ModelQuestion, ModelToolCall } from '../../ports.ts';
import type { Reductions } from './reductions.ts';

/** What a question is asked with, beside its text. */
export interface Terms {
  model: string;
  maxOutputTokens: number;
  /** Undefined: the server decides. */
  effort: Effort | undefined;
  /** The model is in the table of known ones, so that the provider's newer parameters can be sent. */
  isKnown: boolean;
  /** What the server has refused lately. */
  reductions: Reductions;
}

/** What one streamed answer has said so far. */
export interface AnswerReader {
  /** Takes the data of one event in and returns the text in it; empty where there is none. Throws at what is not the protocol. */
  take(data: string): string;
  /** The model has begun to call a tool. */
  callsTool(): boolean;
  /** How the answer ended; undefined as long as it has not. */
  ending(): ModelEnding | undefined;
  toolCalls(): ModelToolCall[];
  /** Undefined where the server sent none, or nonsense. */
  usage(): Usage | undefined;
  /** The model that answers, as the server names it. */
  model(): string | undefined;
}

/** One way to ask a model: what is sent, and how what comes back is read. */
export interface Protocol {
  send(client: OpenAI, question: ModelQuestion, terms: Terms, signal: AbortSignal): Promise<Response>;
  reader(): AnswerReader;
}
