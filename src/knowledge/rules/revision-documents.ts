import { createHash } from 'node:crypto';
import { isAnswersDocument } from './added-answers.ts';
import { MAX_ALL_CHARACTERS, MAX_DOCUMENT_CHARACTERS, MAX_DOCUMENTS, ANSWERS, FILES } from './documents.ts';
import { AppError, invalidField } from '../../core/errors.ts';
import { derivedId } from '../../lib/ids.ts';
import type { RevisionDocument } from '../records/knowledge-document.ts';

/** The maximum length of a document's title, in code points. */
const MAX_TITLE = 200;

type Documents = readonly RevisionDocument[];

/** Texts to store, by their hash. */
export type NewTexts = ReadonlyMap<string, string>;

/** The content-addressed key of a text: its SHA-256. */
export function textHash(markdown: string): string {
  return createHash('sha256').update(markdown).digest('base64url');
}

/** A key of a list of documents: equal lists have equal keys in any revision. Empty for an empty list. */
export function documentsKey(documents: Documents): string {
  if (documents.length === 0) return '';
  return derivedId('documents', JSON.stringify(documents.map(({ name, textHash: hash }) => [name, hash])));
}

/** The entry of an uploaded document, or of a document with added answers. */
export function ownDocument(name: string, markdown: string, updatedAt: string): RevisionDocument {
  const heading = /^# +(\S.*)$/m.exec(markdown)?.[1];
  return {
    name,
    source: isAnswersDocument(name) ? ANSWERS : FILES,
    title: titleOf(heading ?? name.replace(/\.[a-z]+$/, '')),
    textHash: textHash(markdown),
    characters: markdown.length,
    updatedAt,
  };
}

/** Cuts a title to 200 code points. */
export function titleOf(text: string): string {
  return Array.from(text.trim().toWellFormed()).slice(0, MAX_TITLE).join('');
}

export function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name);
}

/** Adds a document, or replaces the one with the same name; sorted by name. */
function withDocument(documents: Documents, document: RevisionDocument): RevisionDocument[] {
  return [...withoutDocument(documents, document.name), document].toSorted(byName);
}

export function withoutDocument(documents: Documents, name: string): RevisionDocument[] {
  return documents.filter((document) => document.name !== name);
}

/** Whether two entries differ at most in their time; also true if both are undefined. */
export function isSameDocument(
  one: RevisionDocument | undefined,
  other: RevisionDocument | undefined,
): boolean {
  if (!one || !other) return one === other;
  return (
    one.textHash === other.textHash &&
    one.source === other.source &&
    one.title === other.title &&
    one.url === other.url
  );
}

/** Throws `validation-failed` if one document, or all documents together, exceed their limits. */
export function refuseTooMuch(documents: Documents): void {
  if (documents.some(({ characters }) => characters > MAX_DOCUMENT_CHARACTERS)) {
    throw new AppError('file-text-too-long');
  }
  if (documents.length > MAX_DOCUMENTS) {
    throw invalidField('name', `is one too many: an assistant has ${MAX_DOCUMENTS} documents at most`);
  }
  if (documents.reduce((sum, { characters }) => sum + characters, 0) > MAX_ALL_CHARACTERS) {
    throw invalidField(
      'markdown',
      `is too much: the documents of an assistant have ${MAX_ALL_CHARACTERS} characters at most`,
    );
  }
}

/** Adds a document, or replaces the one with the same name; throws beyond the limits. */
export function withOwnDocument(documents: Documents, document: RevisionDocument): RevisionDocument[] {
  const all = withDocument(documents, document);
  refuseTooMuch(all);
  return all;
}
