/** The source of documents that admins upload. */
export const FILES = 'files';
/** The source of the documents with added answers. */
export const ANSWERS = 'answers';

/**
 * Whether admins edit the documents of a source individually. A website always replaces all its documents.
 */
export function isOwnSource(source: string): boolean {
  return source === FILES || source === ANSWERS;
}

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
