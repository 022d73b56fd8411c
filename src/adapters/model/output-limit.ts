/**
 * The most characters per token, on average. Text has two to six. The limit stops servers that ignore the
 * token limit, and never cuts a valid answer.
 */
const CHARACTERS_PER_TOKEN = 16;

/** The model's output exceeds the limit. */
export class OutputLimitReached extends Error {
  override name = 'OutputLimitReached';
}

/** Limits an answer to `maxOutputTokens`, whatever the server sends. */
export function outputLimit(maxOutputTokens: number) {
  const maxLength = maxOutputTokens * CHARACTERS_PER_TOKEN;
  let length = 0;
  return {
    /** Returns the part of the text that is within the limit. */
    within(piece: string): string {
      const kept = piece.slice(0, Math.max(0, maxLength - length)).toWellFormed();
      length += piece.length;
      return kept;
    },
    /** Throws OutputLimitReached if the text or the arguments of tool calls exceed the limit. */
    check(toolCalls: readonly { arguments: string }[]): void {
      const called = toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
      if (length > maxLength || called > maxLength) throw new OutputLimitReached();
    },
  };
}
