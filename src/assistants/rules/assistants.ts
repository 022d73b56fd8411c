/** When an assistant hands a conversation off to an agent. */
export const HANDOFF_RULES = ['never', 'when-asked', 'when-unsure'] as const;
export type HandoffRule = (typeof HANDOFF_RULES)[number];

/** The maximum number of messages in an assistant's test, including its question. */
export const MAX_TEST_TURNS = 20;

const FOLDER = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}(\/[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}){0,5}$/u;

/** Whether a path is valid as knowledge folder; hidden folders and paths with `..` are not. */
export function isKnowledgeFolder(folder: string): boolean {
  return folder === '' || FOLDER.test(folder);
}

/**
 * The id of the first assistant. It always exists, with the settings as its starting values, and is the
 * global default unless another one is chosen.
 */
export const FIRST_ASSISTANT = 'default';

/** Marks the tag of the assistant that is the global default. */
const DEFAULT_SUFFIX = '.default"';

/** The entity tag of the profile of the global default: it changes when another assistant becomes default. */
export function defaultTag(tag: string): string {
  return tag.replace(/"$/, DEFAULT_SUFFIX);
}

/** The entity tag without the mark of the global default, for versions and drafts. */
export function profileTag(tag: string): string {
  return tag.endsWith(DEFAULT_SUFFIX) ? tag.replace(DEFAULT_SUFFIX, '"') : tag;
}
