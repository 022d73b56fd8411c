import type { Assistant } from '../../domain/records/listed-assistant.ts';
import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import { AssistantEdit, editOf } from '../../domain/records/assistant.ts';
import { fieldsOf, trusted } from '../../domain/records/fields.ts';
import type { Ports } from '../../ports.ts';
import { removeDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { AssistantDocuments, DocumentListing } from './assistant-documents.ts';
import { revisionOf, type Assistants, type Replacement } from './assistants.ts';

/** An assistant as it was before a change. */
const Version = z.object({
  id: z.string(),
  edit: AssistantEdit,
  documents: z.array(z.object({ name: z.string(), characters: z.int(), updatedAt: z.iso.datetime() })),
  /** When it was replaced by the next one. */
  replacedAt: z.iso.datetime(),
});
export type AssistantVersion = z.output<typeof Version>;
const versionFields = fieldsOf(Version);

/** The assistants, with the earlier versions of each. */
export interface VersionedAssistants extends Assistants {
  /** The last ten earlier versions, the newest first. */
  versions(assistantId: string): Promise<AssistantVersion[]>;
  /** Keeps the version before a document is edited in its place; what edits one calls it first. */
  keepDocument(assistantId: string, name: string): Promise<void>;
  /**
   * Makes an earlier version live again, with its documents; the one before can be restored, too.
   * `version-not-found` where it is no longer kept, `precondition-failed` where the assistant was changed.
   */
  restore(assistantId: string, versionId: string, expected?: Expected): Promise<Assistant>;
}

/** How many earlier versions of an assistant are kept. */
const MAX_VERSIONS = 10;
/** Changes of documents within this time make one version, in milliseconds: uploads come in batches. */
const BATCH_MS = 600_000;
/** Digits of the time in the id of a version. */
const TIME_LENGTH = 14;

const Snapshot = trusted(
  z.object({
    ...z.omit(Version, { id: true }).shape,
    /** Whether the change was one of documents alone. */
    ofDocuments: z.boolean(),
  }),
);
type Snapshot = z.output<typeof Snapshot>;

const versionsOf = (assistantId: string) => `assistant-versions-${assistantId}`;
/** A document's text is another one each time it was uploaded. */
const textId = ({ name, updatedAt }: Pick<DocumentListing, 'name' | 'updatedAt'>) => `${updatedAt} ${name}`;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  assistants: Assistants;
  documents: Pick<AssistantDocuments, 'keep' | 'kept' | 'prune'>;
};

/** Keeps an assistant's profile and documents in the ledger before they are changed. */
export function versionedAssistants(dependencies: Dependencies): VersionedAssistants {
  const { assistants, documents, ledger, clock, random } = dependencies;

  const snapshotOf = (assistantId: string, id: string) => ({
    kind: versionsOf(assistantId),
    id,
    schema: Snapshot,
  });

  async function snapshots(assistantId: string): Promise<(Snapshot & { id: string })[]> {
    const entries = await ledger.list(versionsOf(assistantId));
    return entries.map(({ id, value }) => ({ id, ...Snapshot.parse(value) })).reverse();
  }

  /** Keeps the live version before a change, unless it is kept already; true where it is one more. */
  async function keep(assistantId: string, ofDocuments: boolean): Promise<boolean> {
    const live = await assistants.find(assistantId);
    if (!live) return false;
    const kept = await snapshots(assistantId);
    const [newest] = kept;
    const edit = editOf(live);
    if (newest && isSame(newest, { edit, documents: live.documents })) return false;
    if (ofDocuments && newest?.ofDocuments === true && isOfBatch(newest)) return false;
    const replacedAt = new Date(clock.now()).toISOString();
    // Ids are listed in the order of their text, which begins with a time that is later than the one before.
    const time = Math.max(clock.now(), newest ? Number(newest.id.slice(0, TIME_LENGTH)) + 1 : 0);
    const id = `${String(time).padStart(TIME_LENGTH, '0')}-${random.uuid()}`;
    const snapshot: Snapshot = { edit, documents: [...live.documents], replacedAt, ofDocuments };
    await ledger.write(versionsOf(assistantId), id, snapshot, 'absent');
    return true;
  }

  /** Deletes the versions beyond the last ten, and the texts that no version has. */
  async function prune(assistantId: string): Promise<void> {
    const kept = await snapshots(assistantId);
    for (const old of kept.slice(MAX_VERSIONS)) {
      await removeDocument('assistant-version', dependencies, snapshotOf(assistantId, old.id));
    }
    await documents.prune(
      assistantId,
      kept.slice(0, MAX_VERSIONS).flatMap((version) => version.documents),
    );
  }

  const isOfBatch = ({ replacedAt }: Snapshot) => clock.now() - Date.parse(replacedAt) < BATCH_MS;

  async function removeAll(assistantId: string): Promise<void> {
    for (const { id } of await snapshots(assistantId)) {
      await removeDocument('assistant-version', dependencies, snapshotOf(assistantId, id));
    }
  }

  /** The kept texts of documents by their names; `version-not-found` where one is gone. */
  function textsOfVersion(id: string, listed: readonly DocumentListing[]): Promise<[string, string][]> {
    return Promise.all(
      listed.map(async (document) => {
        const markdown = await documents.kept(id, document);
        if (markdown === undefined) throw new AppError('version-not-found');
        return [document.name, markdown];
      }),
    );
  }

  /** Keeps the version before a change of a document, with its text; true where it is one more. */
  async function keepBefore(id: string, name: string): Promise<boolean> {
    const isOneMore = await keep(id, true);
    await documents.keep(id, name);
    return isOneMore;
  }

  async function putDocument(id: string, name: string, markdown: string): Promise<Assistant> {
    const isOneMore = await keepBefore(id, name);
    const changed = await assistants.putDocument(id, name, markdown);
    if (isOneMore) await prune(id);
    return changed;
  }

  async function dropDocument(id: string, name: string): Promise<void> {
    const isOneMore = await keepBefore(id, name);
    await assistants.removeDocument(id, name);
    if (isOneMore) await prune(id);
  }

  async function replace(
    id: string,
    replacement: Replacement,
    expected: Expected | undefined,
  ): Promise<Assistant> {
    await keep(id, false);
    // Kept before they are replaced: an instance that still has the list before reads them there.
    const { removed, texts } = replacement;
    for (const name of [...removed, ...texts.map(([one]) => one)]) await documents.keep(id, name);
    const changed = await assistants.replace(id, replacement, expected);
    // Only now: the oldest version may be the one that is restored.
    await prune(id);
    return changed;
  }

  return {
    ...assistants,
    replace,
    putDocument,
    removeDocument: dropDocument,

    async update(id, change, expected) {
      const isOneMore = await keep(id, false);
      const changed = await assistants.update(id, change, expected);
      if (isOneMore) await prune(id);
      return changed;
    },

    async remove(id, expected) {
      await assistants.remove(id, expected);
      await removeAll(id);
    },

    async versions(assistantId) {
      if (!(await assistants.find(assistantId))) throw new AppError('assistant-not-found');
      const kept = await snapshots(assistantId);
      return kept.map(versionFields);
    },

    async keepDocument(assistantId, name) {
      if (!(await assistants.find(assistantId))) return;
      if (await keepBefore(assistantId, name)) await prune(assistantId);
    },

    async restore(assistantId, versionId, expected) {
      const live = await assistants.find(assistantId);
      if (!live) throw new AppError('assistant-not-found');
      refuseStale(revisionOf(live.etag), expected?.map(revisionOf));
      const version = (await snapshots(assistantId)).find(({ id }) => id === versionId);
      if (!version) throw new AppError('version-not-found');
      const unchanged = new Set(live.documents.map(textId));
      // All are read before the first is written: a version without one of its texts changes nothing.
      const texts = await textsOfVersion(
        assistantId,
        version.documents.filter((document) => !unchanged.has(textId(document))),
      );
      const names = new Set(version.documents.map(({ name }) => name));
      const removed = live.documents.map(({ name }) => name).filter((name) => !names.has(name));
      return await replace(assistantId, { edit: version.edit, removed, texts }, expected);
    },
  };
}

function isSame(
  one: Pick<Snapshot, 'edit' | 'documents'>,
  other: Pick<Assistant, 'documents'> & { edit: AssistantEdit },
): boolean {
  return JSON.stringify([one.edit, one.documents]) === JSON.stringify([other.edit, other.documents]);
}
