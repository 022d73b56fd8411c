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
