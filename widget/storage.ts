import { parse, type Loose } from './model.ts';

/**
 * Some fields in the browser's storage. If that is blocked or full, reading returns an empty object and
 * writing does nothing.
 */
export type Store = (fields?: object) => Loose;

/**
 * A store under a key: without an argument it reads, else it writes. `area` is evaluated each time, because
 * merely accessing `localStorage` throws where it is blocked.
 */
export const store =
  (area: () => Storage, key: string): Store =>
  (fields) => {
    try {
      if (fields) area().setItem(key, JSON.stringify(fields));
      // Exceptions are slow during page load, so an empty entry is handled without JSON.
      else return parse(String(area().getItem(key)));
    } catch {
      // The conversation continues in memory.
    }
    return {};
  };

/** Removes the entries whose keys hold a text. */
export const clear = (area: () => Storage, part: string): void => {
  try {
    for (const key of Object.keys(area())) if (key.includes(part)) area().removeItem(key);
  } catch {
    // If storage is blocked, it is empty.
  }
};
