import type { RevisionDocument } from './records/revision.ts';
import { byName, isSameDocument } from './revision-documents.ts';

type Documents = readonly RevisionDocument[];

/** The change of a document between two lists, by name. */
export type DocumentChange = 'none' | 'added' | 'replaced' | 'removed';

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

/** The documents of the draft, of the live revision, and of the revision that was live at its last change. */
export interface DraftDocuments {
  base: Documents;
  live: Documents;
  draft: Documents;
}

/** Three-way merge by name: changed documents from the draft, all others from the live revision. */
export function mergeDocuments({ base, live, draft }: DraftDocuments): RevisionDocument[] {
  const changed = changedNames(base, draft);
  const kept = live.filter(({ name }) => !changed.has(name));
  return [...kept, ...draft.filter(({ name }) => changed.has(name))].toSorted(byName);
}

/** Whether a document was changed in the draft and, differently, in the live revision. */
export function hasConflict({ base, live, draft }: DraftDocuments): boolean {
  const differing = changedNames(live, draft);
  const changedLive = changedNames(base, live);
  return [...changedNames(base, draft)].some((name) => differing.has(name) && changedLive.has(name));
}

function changedNames(one: Documents, other: Documents): Set<string> {
  const names = byNames(other);
  const before = byNames(one);
  const all = new Set([...before.keys(), ...names.keys()]);
  return new Set([...all].filter((name) => !isSameDocument(before.get(name), names.get(name))));
}

function byNames(documents: Documents): Map<string, RevisionDocument> {
  return new Map(documents.map((document) => [document.name, document]));
}
