import { parse, type Loose } from './model.ts';

/** Some fields in the browser's storage. Where that is blocked or full, reading finds none and writing is passed over. */
export type Store = (fields?: object) => Loose;

/**
 * A store under a key: called with nothing it reads, else it writes. `area` is asked each time, because merely naming
 * `localStorage` throws where it is blocked.
 */
export const store =
  (area: () => Storage, key: string): Store =>
  (fields) => {
    try {
      if (fields) area().setItem(key, JSON.stringify(fields));
      // An exception costs far more than anything else that happens while the page loads: nothing there is valid JSON.
      else return parse(String(area().getItem(key)));
    } catch {
      // The conversation goes on in memory.
    }
    return {};
  };
