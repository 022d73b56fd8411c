import type { Assistant, Candidate } from '../../domain/records/listed-assistant.ts';
import { entityTag } from '../../domain/entity-tag.ts';
import { AppError } from '../../domain/errors.ts';
import { StoredCandidate, type AssistantEdit } from '../../domain/records/assistant.ts';
import type { Ports, StoredDocuments } from '../../ports.ts';
import { ledgerRecords, refuseStale, type Expected } from '../platform/ledger-records.ts';
import { removeDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseTooMuch, type AssistantDocuments, type DocumentListing } from './assistant-documents.ts';
import { withDocuments, type ResolvedAssistant } from './assistant-profiles.ts';
import type { AssistantRecords } from './assistant-records.ts';
import { candidateDocuments } from './document-lists.ts';
import type { VersionedAssistants } from './assistant-versions.ts';
import { revisionOf } from './assistants.ts';

/** One candidate an assistant; `candidate-not-found` where it has none. */
export interface AssistantCandidates {
  find(assistantId: string): Promise<Candidate>;
  findIfAny(assistantId: string): Promise<Candidate | undefined>;
  /** Creates it or replaces its profile; it is then based on the assistant as it is now. */
  save(assistantId: string, edit: AssistantEdit, expected?: Expected): Promise<Candidate>;
  putDocument(assistantId: string, name: string, markdown: string): Promise<Candidate>;
  /** The text of a document with its changes; `not-found` where it has none of that name. */
  document(assistantId: string, name: string): Promise<string>;
  /** Removes a document from the candidate; the live assistant keeps it until the candidate is published. */
  removeDocument(assistantId: string, name: string): Promise<Candidate>;
  /** Undoes the change of one document; `not-found` where it is not changed. */
  undoDocument(assistantId: string, name: string): Promise<Candidate>;
  /** The assistant that its publication would make, with the documents of both. */
  resolve(assistantId: string): Promise<ResolvedAssistant>;
  /**
   * Makes all of it live in one write. `precondition-failed` where the candidate is another version than
   * expected, or the assistant was changed since. An interrupted call can be repeated.
   */
  publish(assistantId: string, expected?: Expected): Promise<Assistant>;
  /** Deletes it, if there is one. */
  discard(assistantId: string): Promise<void>;
}

const KIND = 'assistant-candidates';

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  assistants: Pick<VersionedAssistants, 'find' | 'replace'>;
  live: Pick<AssistantRecords, 'find'>;
  documents: AssistantDocuments;
};

/** Stores candidates in the ledger, with the documents that differ from the live ones. */
export function assistantCandidates(dependencies: Dependencies): AssistantCandidates {
  const { clock, ledger, assistants, documents, live: published } = dependencies;
  const records = ledgerRecords({
    ...dependencies,
    kind: KIND,
    schema: StoredCandidate,
    missing: 'candidate-not-found',
  });
  const documentOf = (id: string) => ({ kind: KIND, id, schema: StoredCandidate });

  async function requireAssistant(id: string): Promise<Assistant> {
    const assistant = await assistants.find(id);
    if (!assistant) throw new AppError('assistant-not-found');
    return assistant;
  }

  /** Undefined where there is none; what an interrupted publishing left of one that is live is removed. */
  async function findRecord(id: string) {
    const record = await records.find(id, 'strong');
    if (!record || !(await isPublished(id, record.etag))) return record;
    await discardPublished(id, record.etag);
    return undefined;
  }

  const isPublished = async (id: string, etag: string) =>
    (await published.find(id, 'strong'))?.value.candidate === etag;

  async function requireRecord(id: string) {
    const record = await findRecord(id);
    if (!record) throw new AppError('candidate-not-found');
    return record;
  }

  /** The moment of a change; later than the one before, so that each change is another version. */
  const after = (before: string | undefined) =>
    new Date(Math.max(clock.now(), before === undefined ? 0 : Date.parse(before) + 1)).toISOString();

  async function find(assistantId: string): Promise<Candidate> {
    const live = await requireAssistant(assistantId);
    const { value, etag } = await requireRecord(assistantId);
    const staged = await documents.list(candidateDocuments(assistantId));
    return {
      edit: value.edit,
      documents: compared(live.documents, staged, value.removed),
      outdated: revisionOf(value.basedOn) !== revisionOf(live.etag),
      updatedAt: value.updatedAt,
      etag,
    };
  }

  /**
   * Changes its documents, and which of the live ones it lacks. It is another version before the first change
   * is stored, so that no other version is published with it.
   */
  async function changeDocuments(
    id: string,
    change: () => Promise<void>,
    edit: (removed: readonly string[]) => string[],
  ): Promise<void> {
    const write = (removed: (before: readonly string[]) => string[]) =>
      records.change(id, ({ value }) => ({
        ...value,
        removed: removed(value.removed),
        updatedAt: after(value.updatedAt),
      }));
    await write((before) => [...before]);
    await change();
    await write(edit);
  }

  async function discard(assistantId: string): Promise<void> {
    await removeDocument(KIND, dependencies, documentOf(assistantId));
    await documents.removeAll(candidateDocuments(assistantId));
  }

  /** Deletes it as it was published; a later change of it stays. */
  async function discardPublished(assistantId: string, etag: string): Promise<void> {
    const stored = await ledger.read(KIND, assistantId, 'strong');
    if (!stored || entityTag(stored.version) !== etag) return;
    if (!(await ledger.remove(KIND, assistantId, stored.version))) return;
    await documents.removeAll(candidateDocuments(assistantId));
  }

  return {
    find,
    discard,

    async findIfAny(assistantId) {
      await requireAssistant(assistantId);
      return (await findRecord(assistantId)) ? await find(assistantId) : undefined;
    },

    async save(assistantId, edit, expected) {
      const live = await requireAssistant(assistantId);
      // Without a candidate its documents are what an interrupted call has left.
      if (!(await findRecord(assistantId))) await documents.removeAll(candidateDocuments(assistantId));
      await updateDocument(KIND, dependencies, documentOf(assistantId), (stored) => {
        if (expected) refuseStale(stored ? `"${stored.version}"` : '', expected);
        const { removed = [], updatedAt } = stored?.value ?? {};
        return {
          value: { edit, removed, basedOn: live.etag, updatedAt: after(updatedAt) },
          result: undefined,
        };
      });
      return await find(assistantId);
    },

    async putDocument(assistantId, name, markdown) {
      const { documents: all } = await find(assistantId);
      refuseTooMuch(
        all.filter((one) => one.name !== name && one.change !== 'removed'),
        [{ name, markdown }],
      );
      await changeDocuments(
        assistantId,
        () => documents.put(candidateDocuments(assistantId), name, markdown),
        (removed) => removed.filter((one) => one !== name),
      );
      return await find(assistantId);
    },

    async document(assistantId, name) {
      const { documents: all } = await find(assistantId);
      const change = all.find((one) => one.name === name)?.change ?? 'removed';
      if (change === 'removed') throw new AppError('not-found');
      return await documents.read(change === 'none' ? assistantId : candidateDocuments(assistantId), name);
    },

    async removeDocument(assistantId, name) {
      const { documents: all } = await find(assistantId);
      const existing = all.find((one) => one.name === name && one.change !== 'removed');
      if (!existing) throw new AppError('not-found');
      const isLive = existing.change !== 'added';
      await changeDocuments(
        assistantId,
        async () => {
          if (existing.change !== 'none') await documents.remove(candidateDocuments(assistantId), name);
        },
        (removed) => (isLive ? [...removed, name] : [...removed]),
      );
      return await find(assistantId);
    },

    async undoDocument(assistantId, name) {
      const { documents: all } = await find(assistantId);
      const change = all.find((one) => one.name === name)?.change ?? 'none';
      if (change === 'none') throw new AppError('not-found');
      await changeDocuments(
        assistantId,
        async () => {
          if (change !== 'removed') await documents.remove(candidateDocuments(assistantId), name);
        },
        (removed) => removed.filter((one) => one !== name),
      );
      return await find(assistantId);
    },

    async resolve(assistantId) {
      const { value } = await requireRecord(assistantId);
      const [live, staged] = await Promise.all([
        documents.source(assistantId),
        documents.source(candidateDocuments(assistantId)),
      ]);
      return withDocuments(value.edit, overlaid(live, staged, value.removed));
    },

    async publish(assistantId, expected) {
      const record = await records.find(assistantId, 'strong');
      if (!record) throw new AppError('candidate-not-found');
      const { value, etag } = record;
      refuseStale(etag, expected);
      const before = await requireAssistant(assistantId);
      if (await isPublished(assistantId, etag)) {
        await discardPublished(assistantId, etag);
        return before;
      }
      refuseStale(revisionOf(before.etag), [revisionOf(value.basedOn)]);
      const staged = candidateDocuments(assistantId);
      const listed = await documents.list(staged);
      const texts = await Promise.all(
        listed.map(async ({ name }) => [name, await documents.read(staged, name)] as const),
      );
      // The texts are those of this version.
      refuseStale((await records.find(assistantId, 'strong'))?.etag ?? '', [etag]);
      const { edit, removed } = value;
      const replacement = { edit, removed, texts, candidate: etag };
      const live = await assistants.replace(assistantId, replacement, [value.basedOn]);
      await discardPublished(assistantId, etag);
      return live;
    },
  };
}

function compared(
  live: readonly DocumentListing[],
  staged: readonly DocumentListing[],
  removed: readonly string[],
): Candidate['documents'][number][] {
  const own = new Map(staged.map((document) => [document.name, document]));
  const kept = live.map((document): Candidate['documents'][number] => {
    const replacement = own.get(document.name);
    if (replacement) return { ...replacement, change: 'replaced' };
    return { ...document, change: removed.includes(document.name) ? 'removed' : 'none' };
  });
  const names = new Set(live.map(({ name }) => name));
  const added = staged
    .filter(({ name }) => !names.has(name))
    .map((document): Candidate['documents'][number] => ({ ...document, change: 'added' }));
  return [...kept, ...added].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The live documents with a candidate's changes. */
function overlaid(
  live: StoredDocuments,
  staged: StoredDocuments,
  removed: readonly string[],
): StoredDocuments {
  return {
    kind: 'documents',
    key: JSON.stringify([live.key, staged.key, removed]),
    async documents() {
      const [all, own] = await Promise.all([live.documents(), staged.documents()]);
      const hidden = new Set([...removed, ...own.map(({ name }) => name)]);
      return [...all.filter(({ name }) => !hidden.has(name)), ...own];
    },
  };
}
