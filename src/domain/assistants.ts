/** When an assistant hands a conversation off to an agent. */
export const HANDOFF_RULES = ['never', 'when-asked', 'when-unsure'] as const;
export type HandoffRule = (typeof HANDOFF_RULES)[number];

/** The maximum number of documents per assistant; their index is in memory. */
export const MAX_DOCUMENTS = 1_000;
/** The maximum length of one document, in UTF-16 code units: 1.2 MB of the store's limit of 2 MB. */
export const MAX_DOCUMENT_CHARACTERS = 400_000;
/**
 * The maximum length of all documents of an assistant that admins upload or add, in UTF-16 code units.
 * Websites have a separate limit, so that an upload always fits.
 */
export const MAX_ALL_CHARACTERS = 5_000_000;
/** The maximum length of all documents of an assistant's websites, in UTF-16 code units. */
export const MAX_WEBSITE_CHARACTERS = 15_000_000;

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
