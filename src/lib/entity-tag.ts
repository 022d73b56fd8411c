/** Characters that an entity tag cannot hold: quotes, spaces and control characters (RFC 9110 §8.8.3). */
const NO_TAG_CHARACTER = /[^\x21\x23-\x7e]/g;

const DEFAULT_SUFFIX = '.default"';

/** The entity tag of the profile of the global default: it changes when another assistant becomes default. */
export function defaultTag(tag: string): string {
  return tag.replace(/"$/, DEFAULT_SUFFIX);
}

/** The entity tag without the mark of the global default, for versions and drafts. */
export function profileTag(tag: string): string {
  return tag.endsWith(DEFAULT_SUFFIX) ? tag.replace(DEFAULT_SUFFIX, '"') : tag;
}

/** The strong entity tag of a store's version; quotes in the version are removed. */
export function entityTag(version: string): string {
  return `"${version.replace(NO_TAG_CHARACTER, '')}"`;
}
