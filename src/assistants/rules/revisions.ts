import {
  stateOf,
  type AssistantEdit,
  type RevisionPointer,
  type StoredAssistant,
} from '../records/assistant.ts';

/** The maximum number of earlier revisions per assistant. */
const MAX_VERSIONS = 10;
/**
 * Changes of documents within this time are one version, in milliseconds, because uploads come in batches.
 */
const BATCH_MS = 600_000;

/** The ids of all revisions that the record of an assistant refers to. */
export function referencedRevisions({ live, draft, history }: StoredAssistant): Set<string> {
  const drafts = draft ? [draft.revision] : [];
  return new Set([live.revision, ...drafts, ...history.map(({ revision }) => revision)]);
}

/** Makes a revision live that changes only documents. */
export function withDocuments(value: StoredAssistant, live: RevisionPointer, at: string): StoredAssistant {
  return { ...value, live, history: historyWith(value, live, { at, ofDocuments: true }) };
}

/** Makes a revision live that changes the profile; `tag` is the new entity tag. */
export function withProfile(
  value: StoredAssistant,
  live: RevisionPointer & { edit: AssistantEdit },
  { at, tag }: { at: string; tag: string },
): StoredAssistant {
  const { edit, revision, documentsKey: key } = live;
  const { unedited, ...state } = stateOf(value);
  return {
    ...state,
    ...edit,
    tag,
    live: { revision, documentsKey: key },
    history: historyWith(value, live, { at, ofDocuments: false }),
    createdAt: unedited === true ? at : value.createdAt,
    updatedAt: at,
  };
}

/** Adds the previously live revision to the history, and removes the one that becomes live. */
function historyWith(
  { live: before, history }: StoredAssistant,
  live: RevisionPointer,
  { at, ofDocuments }: { at: string; ofDocuments: boolean },
): StoredAssistant['history'] {
  const [newest] = history;
  const isOfBatch =
    ofDocuments && newest?.ofDocuments === true && Date.parse(at) - Date.parse(newest.replacedAt) < BATCH_MS;
  if (isOfBatch || before.revision === live.revision) return history;
  const others = history.filter(({ revision }) => revision !== before.revision && revision !== live.revision);
  return [{ revision: before.revision, replacedAt: at, ofDocuments }, ...others].slice(0, MAX_VERSIONS);
}
