export type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an event's object, without a schema: this runs several times for each token of every answer.
 */
export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new TypeError('An event of an answer is an object.');
  return value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string of an event; empty if missing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Parses JSON; undefined where it is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
