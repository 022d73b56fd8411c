import { addressKey } from './address.ts';

/** The result of noting an address: it is new, was seen with another URL first, or is beyond the limit. */
type Noted = { kind: 'new' } | { kind: 'seen'; first: string } | { kind: 'beyond' };

/** The addresses that a search has found, each with the URL by which it was seen first; at most `most`. */
export function foundAddresses(most: number) {
  const seen = new Map<string, string>();
  const led = new Set<string>();
  const changedAt = new Map<string, string>();
  let beyond = 0;

  return {
    /** `isLed`: a link or a sitemap leads to it. `changed`: its date in the sitemap. */
    note(url: string, { isLed, changed }: { isLed: boolean; changed: string | undefined }): Noted {
      const key = addressKey(url);
      if (isLed) led.add(key);
      const first = seen.get(key);
      if (changed !== undefined) changedAt.set(first ?? url, changed);
      if (first !== undefined) return { kind: 'seen', first };
      if (seen.size >= most) {
        beyond++;
        return { kind: 'beyond' };
      }
      seen.set(key, url);
      return { kind: 'new' };
    },
    /** The URL by which an address was seen first; default: its own. */
    firstOf: (url: string): string => seen.get(addressKey(url)) ?? url,
    /** Whether a link or a sitemap leads to an address. */
    isLed: (url: string): boolean => led.has(addressKey(url)),
    changedAt: (url: string): string | undefined => changedAt.get(url),
    /** How many addresses were not noted. */
    beyond: (): number => beyond,
  };
}
