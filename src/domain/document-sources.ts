/** The source of documents that admins upload. */
export const FILES = 'files';
/** The source of the documents with added answers. */
export const ANSWERS = 'answers';

/** Whether admins change the documents of a source one by one; a website replaces all of its documents. */
export function isOwnSource(source: string): boolean {
  return source === FILES || source === ANSWERS;
}
