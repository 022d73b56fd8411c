import { createHash } from 'node:crypto';
import { isAnswersDocument } from './added-answers.ts';
import { MAX_ALL_CHARACTERS, MAX_DOCUMENT_CHARACTERS, MAX_DOCUMENTS } from './assistants.ts';
import { freeDocumentName } from './document-names.ts';
import { ANSWERS, FILES } from './document-sources.ts';
import { AppError, invalidField } from './errors.ts';
import { derivedId } from './ids.ts';
import type { RevisionDocument } from './records/revision.ts';

/** The maximum length of a document's title, in code points. */
const MAX_TITLE = 200;
/** The maximum length of a document's URL, in characters, so that a list of 1 000 documents is below 2 MB. */
const MAX_URL = 800;

type Documents = readonly RevisionDocument[];

/** A document from a source, such as a website. */
export interface SourceDocument {
  /** A file name; a number is added if a document of another source has the same name. */
  name: string;
  title: string;
  /** Left out if it is longer than 800 characters. */
  url?: string;
  markdown: string;
  /** RFC 3339 in UTC. */
  readAt: string;
}

/** Texts to store, by their hash. */
export type NewTexts = ReadonlyMap<string, string>;

/** A changed list of documents, with its new texts. */
export interface ChangedDocuments {
  documents: Documents;
  added: NewTexts;
}

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
export function withDocument(documents: Documents, document: RevisionDocument): RevisionDocument[] {
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

/** Adds an uploaded document; throws beyond the limits, and if another source has a document of its name. */
export function withOwnDocument(documents: Documents, document: RevisionDocument): RevisionDocument[] {
  const before = documents.find(({ name }) => name === document.name);
  if (before && before.source !== document.source) {
    throw invalidField('name', 'is the name of a document of another source');
  }
  const all = withDocument(documents, document);
  refuseTooMuch(all);
  return all;
}

/** Replaces all documents of a source; undefined if nothing changes. */
export function withSource(
  before: Documents,
  source: string,
  given: readonly SourceDocument[],
): ChangedDocuments | undefined {
  const { own = [], others = [] } = Object.groupBy(before, (one) =>
    one.source === source ? 'own' : 'others',
  );
  const ownByName = new Map(own.map((document) => [document.name, document]));
  const names = new Set(others.map(({ name }) => name));
  const stored = new Set(before.map((document) => document.textHash));
  const added = new Map<string, string>();
  const documents = given.map(({ markdown, ...about }) => {
    const name = freeDocumentName(about.name, names);
    names.add(name);
    const document = sourceDocument({ ...about, name, markdown }, source);
    if (!stored.has(document.textHash)) added.set(document.textHash, markdown);
    const known = ownByName.get(name);
    return known && isSameDocument(known, document) ? known : document;
  });
  const isUnchanged =
    documents.length === own.length && documents.every((one) => ownByName.get(one.name) === one);
  if (isUnchanged) return undefined;
  const all = [...others, ...documents].toSorted(byName);
  refuseTooMuch(all);
  return { documents: all, added };
}

function sourceDocument(
  { name, title, url, markdown, readAt }: SourceDocument,
  source: string,
): RevisionDocument {
  return {
    name,
    source,
    title: titleOf(title),
    ...(url !== undefined && url.length <= MAX_URL && { url }),
    textHash: textHash(markdown),
    characters: markdown.length,
    updatedAt: readAt,
  };
}
