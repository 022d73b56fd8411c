import { parse, type Loose } from './model.ts';

/**
 * Reads or writes fields in the browser's storage. If storage is blocked or full, reading returns an empty
 * object and writing does nothing.
 */
export type Store = (fields?: object) => Loose;

/**
 * A store under a key. It reads without an argument and writes with one. `area` is evaluated each time,
 * because accessing blocked storage throws.
 */
export const store =
  (area: () => Storage, key: string): Store =>
  (fields) => {
    try {
      if (fields) area().setItem(key, JSON.stringify(fields));
      // Exceptions are slow during page load, so an empty entry is not parsed.
      else return parse(String(area().getItem(key)));
    } catch {
      // The conversation continues in memory.
    }
    return {};
  };

/** Removes entries whose keys contain a text. */
export const clear = (area: () => Storage, part: string): void => {
  try {
    for (const key of Object.keys(area())) if (key.includes(part)) area().removeItem(key);
  } catch {
    // Blocked storage is empty.
  }
};
