export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a parsed event. No schema is used, because this runs several times per token. */
export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new TypeError('An event of an answer is an object.');
  return value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string field; empty if missing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Parses JSON; undefined if it is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
