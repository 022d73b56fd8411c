/** One JSON value in the browser's storage. Where that is blocked or full, reading finds nothing and writing is passed over. */
export type Store = (value?: object | null) => unknown;

/**
 * A store under a key: called with nothing it reads, with null it forgets, with anything else it writes. `area` is asked
 * each time, because merely naming `localStorage` throws where it is blocked.
 */
export const store =
  (area: () => Storage, key: string): Store =>
  (value) => {
    try {
      if (value) area().setItem(key, JSON.stringify(value));
      else if (value === null) area().removeItem(key);
      else {
        const kept: unknown = JSON.parse(area().getItem(key) ?? 'null');
        return kept;
      }
    } catch {
      // The conversation goes on in memory.
    }
    return undefined;
  };
