import type { Usage } from '../spending/records/token-usage.ts';

export interface TranslationRequest {
  /** The untrusted text to translate; instructions in it are not followed. */
  text: string;
  /** The language to write in: an ISO 639 code. */
  language: string;
  /** The requested model or deployment; default: the server's own. */
  model?: string;
}

/** `text` is undefined if the model refused, was cut off, or wrote a text that cannot be a translation. */
interface TranslationResult {
  text: string | undefined;
  model: string;
  usage: Usage;
}

/**
 * Translates a text with one model call; the result is plain text. Failure is `assistant-unavailable` with a
 * reason; an abort throws the signal's reason.
 */
export interface Translator {
  translate(request: TranslationRequest, signal: AbortSignal): Promise<TranslationResult>;
}

/** Detects the language of a text by its script and its function words, without a model. */
export interface LanguageDetection {
  /**
   * An ISO 639-1 code; undefined if the language is unclear. A tie is won by the first preferred language.
   */
  detect(text: string, preferred: readonly string[]): Promise<string | undefined>;
  /** Whether the text is certainly in this language. */
  isIn(text: string, language: string): Promise<boolean>;
}
