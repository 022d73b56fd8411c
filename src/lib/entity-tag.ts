/** Characters that an entity tag cannot hold: quotes, spaces and control characters (RFC 9110 §8.8.3). */
const NO_TAG_CHARACTER = /[^\x21\x23-\x7e]/g;

/** The strong entity tag of a store's version; quotes in the version are removed. */
export function entityTag(version: string): string {
  return `"${version.replace(NO_TAG_CHARACTER, '')}"`;
}
