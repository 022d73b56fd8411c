/** Characters that an entity tag cannot hold: quotes, spaces and control characters (RFC 9110 §8.8.3). */
const NO_TAG_CHARACTER = /[^\x21\x23-\x7e]/g;

const DEFAULT_SUFFIX = '.default"';

/** The tag of an assistant's profile while it is the global default, which an edit is also based on. */
export function defaultTag(tag: string): string {
  return tag.replace(/"$/, DEFAULT_SUFFIX);
}

/** The tag of an assistant's profile without that flag, which does not matter to versions and drafts. */
export function profileTag(tag: string): string {
  return tag.endsWith(DEFAULT_SUFFIX) ? tag.replace(DEFAULT_SUFFIX, '"') : tag;
}

/** The strong entity tag of a version, without the quotes that some stores put into it. */
export function entityTag(version: string): string {
  return `"${version.replace(NO_TAG_CHARACTER, '')}"`;
}
