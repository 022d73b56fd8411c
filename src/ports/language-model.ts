import type { FailureReason } from '../spending/rules/model-failure.ts';
import type { Usage } from '../spending/records/token-usage.ts';

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A function that the model can call. */
export interface ModelTool {
  name: string;
  description: string;
  /** A JSON schema of its arguments. */
  parameters: Record<string, unknown>;
}

export interface ModelRequest {
  /** The requested model or deployment. */
  model: string;
  messages: readonly ModelMessage[];
  /** The earlier rounds of tool calls of this question, oldest first. */
  rounds?: readonly ModelRound[];
  tools?: readonly ModelTool[];
  /** Equal for questions with the same prefix, as a hint for the provider's prompt cache; no content. */
  cacheKey?: string;
}

/** A tool call as the model wrote it; `arguments` is not validated and may not be JSON. */
export interface ModelToolCall {
  /** Unique within the round. */
  id: string;
  name: string;
  arguments: string;
}

/** A reply that called tools, with their results: input of the model's next call. */
export interface ModelRound {
  /** The text before the calls. */
  text: string;
  calls: readonly (ModelToolCall & { result: string })[];
  items: ModelReply['items'];
}

/** `length`: cut off by the token limit. `refusal`: the text says why the model does not answer. */
export type ModelEnding = 'complete' | 'length' | 'content-filter' | 'refusal';

export interface ModelReply {
  ending: ModelEnding;
  /** The model that answered, by the server's name. */
  model: string;
  /** Undefined if the server did not report it. */
  usage: Usage | undefined;
  toolCalls: readonly ModelToolCall[];
  /** The reply in the provider's own form, which the next round repeats; only the same adapter reads it. */
  items: readonly unknown[];
}

/** The state of the model, as far as this instance knows. */
export interface ModelState {
  /** The model that answered last; before that, the requested one. */
  model: string;
  /** Whether this instance has received an answer; then `model` is the server's name. */
  hasAnswered: boolean;
  /** Request features that are left out because the model refused them, in the words of the API. */
  reduced: string[];
  /** Why the latest call failed. */
  problem?: FailureReason;
}

/**
 * A language model. One call pushes text to `onText` in chunks, and an empty chunk when the model starts a
 * tool call. Nothing is pushed after an abort, and `onText` must not throw. Failure is a ModelFailure.
 */
export interface LanguageModel {
  /** The default model. */
  readonly model: string;
  complete(question: ModelRequest, signal: AbortSignal, onText: (chunk: string) => void): Promise<ModelReply>;
  /** Warm-up: loads the client and fetches its access token. It throws the error that a call would throw. */
  prepare(): Promise<void>;
  /** False while the model refuses tools. */
  supportsTools(model: string): boolean;
  state(): ModelState;
  /**
   * When a model retires (RFC 3339), by the provider's list of models; undefined if the list has no date. A
   * list that cannot be read is a ModelFailure.
   */
  retiresAt(model: string): Promise<string | undefined>;
}
