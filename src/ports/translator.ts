import type { Usage } from '../domain/records/token-usage.ts';

export interface TranslationRequest {
  /** The text of a person or of the assistant: data, never instructions. */
  text: string;
  /** The language to write in: an ISO 639 code. */
  language: string;
  /** The requested model or deployment; default: the server's own. */
  model?: string;
}

/** `text` is undefined where the model refused, was cut off, or wrote nothing that can be a translation. */
export interface Translated {
  text: string | undefined;
  model: string;
  usage: Usage;
}

/**
 * Asks a model for a translation, as plain text. Failure is `assistant-unavailable` with a reason; an abort
 * throws the signal's reason.
 */
export interface Translator {
  translate(request: TranslationRequest, signal: AbortSignal): Promise<Translated>;
}

/** Finds out the language of a text by its script and its function words, without a model. */
export interface LanguageDetection {
  /** An ISO 639-1 code, or undefined; at a tie the first of the preferred languages. */
  detect(text: string, preferred: readonly string[]): Promise<string | undefined>;
  /** Whether a text is in a language beyond doubt. */
  isIn(text: string, language: string): Promise<boolean>;
}
