import { entityTag } from '../lib/entity-tag.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import {
  editOf,
  type AssistantEdit,
  type RevisionPointer,
  type StoredAssistant,
} from './records/assistant.ts';
import type { StoredRevision } from './records/revision.ts';
import { documentsKey, type NewTexts } from '../knowledge/rules/revision-documents.ts';
import { referencedRevisions } from './rules/revisions.ts';
import type { Ports } from '../ports.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { AssistantRecord, AssistantRecords } from './assistant-records.ts';
import type { CurrentAssistant, LiveRevisions } from './live-revisions.ts';
import { revisionId, type StoredRevisions } from './stored-revisions.ts';

type RevisionContent = Omit<StoredRevision, 'createdAt'>;

/** The newest record of an assistant, for a change. */
export interface Current extends CurrentAssistant {
  /** The time of the change, RFC 3339 in UTC. */
  at: string;
  /** Stores an unreferenced revision, and the texts that are not stored yet. */
  store(content: RevisionContent, added?: NewTexts): Promise<RevisionPointer>;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  records: AssistantRecords;
  revisions: StoredRevisions;
  live: LiveRevisions;
  /** Called after the knowledge of an assistant has changed. */
  onKnowledgeChanged: () => void;
};

export function assistantChanges(dependencies: Dependencies) {
  const { clock, random, records, revisions, live, onKnowledgeChanged } = dependencies;
  const now = () => nowIso(clock);

  async function store(
    assistantId: string,
    content: RevisionContent,
    added: NewTexts = new Map(),
  ): Promise<RevisionPointer> {
    const id = revisionId(clock.now(), random.uuid());
    await revisions.write(assistantId, { id, ...content, createdAt: now() }, added);
    return { revision: id, documentsKey: documentsKey(content.documents) };
  }

  /** Deletes replaced revisions; if this fails, `collect` deletes them later. */
  async function removeReplaced({ id, value }: AssistantRecord, replaced: Iterable<string>): Promise<void> {
    const used = referencedRevisions(value);
    const unused = new Set(replaced)
      .values()
      .filter((revision) => !used.has(revision))
      .toArray();
    if (unused.length === 0) return;
    try {
      const kept = [value.live.revision, ...(value.draft ? [value.draft.revision] : [])];
      const lists = await Promise.all(kept.map((revision) => revisions.read(id, revision)));
      const documents = lists.flatMap((revision) => revision?.documents ?? []);
      for (const revision of unused) await revisions.removeCovered(id, revision, documents);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async function applyChange(
    assistantId: string,
    decide: (current: Current) => Promise<StoredAssistant | undefined>,
    stored: Set<string>,
  ): Promise<void> {
    const storeOwn: Current['store'] = async (content, added) => {
      const pointer = await store(assistantId, content, added);
      stored.add(pointer.revision);
      return pointer;
    };
    await retryOnConflict('assistants', dependencies, async () => {
      const found = await records.find(assistantId, 'strong');
      if (!found) throw new AppError('assistant-not-found');
      const record = await withFirstRevision(found, storeOwn);
      const revision = await live.find(record);
      if (!revision) return { written: false };
      const value = await decide({ record, live: revision, at: now(), store: storeOwn });
      if (!value) return { written: true, result: undefined };
      const written = await records.write(record, value);
      if (!written) return { written: false };
      await removeReplaced(written, [...stored, ...referencedRevisions(record.value)]);
      return { written: true, result: undefined };
    });
  }

  return {
    async create(id: string, edit: AssistantEdit, state: Pick<StoredAssistant, 'chosenAt'>): Promise<void> {
      const at = now();
      const pointer = await store(id, { edit, documents: [] });
      const tag = entityTag(random.uuid());
      const value = { ...edit, ...state, tag, live: pointer, history: [], createdAt: at, updatedAt: at };
      const written = await records.write({ id, value, version: 'absent' }, value);
      if (!written) throw new Error('An id that was made just now is taken.');
      onKnowledgeChanged();
    },

    /**
     * Stores the result of `decide`, which gets the newest record. `decide` is called again after a write
     * conflict, may throw to refuse, and returns undefined to write nothing. Throws `assistant-not-found`.
     */
    async change(
      assistantId: string,
      decide: (current: Current) => Promise<StoredAssistant | undefined>,
    ): Promise<void> {
      const stored = new Set<string>();
      try {
        await applyChange(assistantId, decide, stored);
      } catch (error) {
        // The assistant was deleted during the change, which may have stored a revision after that.
        const isGone = error instanceof AppError && error.code === 'assistant-not-found';
        if (isGone && stored.size > 0) await revisions.removeAll(assistantId);
        throw error;
      } finally {
        onKnowledgeChanged();
      }
    },
  };
}

/** Changes assistants: a new revision is stored first, then one write of the record refers to it (ADR 45). */
export type AssistantChanges = ReturnType<typeof assistantChanges>;

/** Stores the initial revision of the first assistant, so that it can be restored. */
async function withFirstRevision(record: AssistantRecord, store: Current['store']): Promise<AssistantRecord> {
  if (record.value.live.revision !== '') return record;
  const live = await store({ edit: editOf(record.value), documents: [] });
  return { ...record, value: { ...record.value, live } };
}
