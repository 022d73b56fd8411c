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
