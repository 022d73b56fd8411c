/** The text of a JSON number that a JavaScript number cannot keep, as `JSON.stringify` writes it. */
export interface ExactNumber {
  readonly rawJSON: string;
}

declare global {
  // JSON.parse source text access (ECMAScript 2026), which the library of TypeScript 6 does not declare.
  interface JSON {
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
  }
}

/**
 * Parses JSON. A number that JavaScript would write differently, such as one of 17 or more digits or `1.50`,
 * becomes an ExactNumber. Throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    const isChanged = typeof value === 'number' && source !== undefined && source !== String(value);
    return isChanged ? JSON.rawJSON(source) : value;
  });
}

/** Parses JSON. Only integers that a number would round become ExactNumbers. Throws SyntaxError. */
export function parseJsonWithLongIntegers(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isLong && context?.source !== undefined ? JSON.rawJSON(context.source) : value;
  });
}

/** Throws SyntaxError if the text is not a JSON number. */
export function exactNumber(text: string): ExactNumber {
  return JSON.rawJSON(text);
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return JSON.isRawJSON(value);
}
