import type { StoredRevision } from '../records/revision.ts';
import type { RevisionDocument } from '../../knowledge/records/knowledge-document.ts';
import { byName, isSameDocument } from '../../knowledge/rules/revision-documents.ts';

type Documents = readonly RevisionDocument[];

/** The change of a document between two lists, by name. */
type DocumentChange = 'none' | 'added' | 'replaced' | 'removed';

/** The union of both lists, each document with its change. */
export function compareDocuments(
  live: Documents,
  draft: Documents,
): (RevisionDocument & { change: DocumentChange })[] {
  const before = byNames(live);
  const after = byNames(draft);
  const removed = live.filter(({ name }) => !after.has(name));
  return [
    ...draft.map((document) => ({ ...document, change: changeOf(before.get(document.name), document) })),
    ...removed.map((document) => ({ ...document, change: 'removed' as const })),
  ].toSorted(byName);
}

function changeOf(before: RevisionDocument | undefined, document: RevisionDocument): DocumentChange {
  if (!before) return 'added';
  return isSameDocument(before, document) ? 'none' : 'replaced';
}

/**
 * The changes of a draft, by name: each change remembers the live text that it is based on. A conflict stays
 * until an admin decides it.
 */
export type DraftChanges = Required<Pick<StoredRevision, 'documents' | 'changes'>>;

export const NO_CHANGES: DraftChanges = { documents: [], changes: [] };

/** The live documents with the changes of a draft, sorted by name. */
export function draftDocuments(live: Documents, { documents, changes }: DraftChanges): RevisionDocument[] {
  const changed = new Set(changes.map(({ name }) => name));
  return [...live.filter(({ name }) => !changed.has(name)), ...documents].toSorted(byName);
}

/** The names of the documents that were changed in the draft and then, differently, live. */
export function conflictsOf(live: Documents, { documents, changes }: DraftChanges): string[] {
  const drafted = byNames(documents);
  const published = byNames(live);
  return changes.flatMap(({ name, base }) => {
    const now = published.get(name);
    return now?.textHash === base || isSameDocument(now, drafted.get(name)) ? [] : [name];
  });
}

/** Adds, replaces or (without a document) removes a document; an earlier change of it keeps its base. */
export function withChange(
  draft: DraftChanges,
  live: Documents,
  name: string,
  document?: RevisionDocument,
): DraftChanges {
  const known = draft.changes.find((change) => change.name === name);
  const base = known ? known.base : live.find((one) => one.name === name)?.textHash;
  const { documents, changes } = withoutChange(draft, name);
  return {
    documents: document ? [...documents, document] : documents,
    changes: [...changes, { name, ...(base !== undefined && { base }) }],
  };
}

/** Takes the change of a document back. */
export function withoutChange({ documents, changes }: DraftChanges, name: string): DraftChanges {
  return {
    documents: documents.filter((one) => one.name !== name),
    changes: changes.filter((one) => one.name !== name),
  };
}

function byNames(documents: Documents): Map<string, RevisionDocument> {
  return new Map(documents.map((document) => [document.name, document]));
}
