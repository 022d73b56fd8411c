/**
 * The most characters of one token, on average over an answer. Prose has two to six of them; the bound is for
 * a server that ignores the limit of tokens, and never cuts an answer within it.
 */
const CHARACTERS_PER_TOKEN = 16;

/** The model's output exceeds the limit of an answer. */
export class OutputLimitReached extends Error {
  override name = 'OutputLimitReached';
}

/** The part of an answer that is within the limit of its tokens. */
export interface OutputLimit {
  /** The beginning of a piece of text that is within the limit. */
  within(piece: string): string;
  /** Throws OutputLimitReached once the text or the arguments of tool calls exceed the limit. */
  check(toolCalls: readonly { arguments: string }[]): void;
}

/** Bounds an answer by its limit in tokens, whatever the server sends. */
export function outputLimit(maxOutputTokens: number): OutputLimit {
  const maxLength = maxOutputTokens * CHARACTERS_PER_TOKEN;
  let length = 0;
  return {
    within(piece) {
      const kept = piece.slice(0, Math.max(0, maxLength - length)).toWellFormed();
      length += piece.length;
      return kept;
    },
    check(toolCalls) {
      const called = toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
      if (length > maxLength || called > maxLength) throw new OutputLimitReached();
    },
  };
}
