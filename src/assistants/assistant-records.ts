import { FIRST_ASSISTANT } from './rules/assistants.ts';
import { AppError } from '../core/errors.ts';
import { stateOf, StoredAssistant, type AssistantEdit } from './records/assistant.ts';
import type { Ports, ReadConsistency, Version } from '../ports.ts';
import { readable, readDocument, removeDocument } from '../platform/ledger-documents.ts';

/** A read record; the version of the first assistant is `absent` until it is stored. */
export interface AssistantRecord {
  id: string;
  value: StoredAssistant;
  version: Version | 'absent';
}

const RECORDS = 'assistant-records';
/** The entity tag of the first assistant until its profile is edited. */
const FIRST_TAG = '"first"';

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** The starting values of the first assistant. */
  first: AssistantEdit;
};

/** Stores assistants in the ledger. */
export function assistantRecords(dependencies: Dependencies) {
  const { ledger, first } = dependencies;
  const documentOf = (id: string, consistency: ReadConsistency) => ({
    kind: RECORDS,
    id,
    schema: StoredAssistant,
    consistency,
  });
  const unstored: AssistantRecord = {
    id: FIRST_ASSISTANT,
    value: unstoredAssistant(first),
    version: 'absent',
  };

  function recordOf(id: string, { value, version }: Omit<AssistantRecord, 'id'>): AssistantRecord {
    const isUnedited = value.unedited === true;
    return { id, value: isUnedited ? { ...stateOf(value), ...first } : value, version };
  }

  async function find(id: string, consistency: ReadConsistency = 'session') {
    const near = await readDocument(ledger, documentOf(id, consistency));
    if (near) return recordOf(id, near);
    // The first assistant always exists, so a missing record needs no second read.
    if (id === FIRST_ASSISTANT) return unstored;
    // A replica may lag behind another instance's write.
    const stored =
      consistency === 'strong' ? undefined : await readDocument(ledger, documentOf(id, 'strong'));
    return stored && recordOf(id, stored);
  }

  return {
    /** Undefined if it does not exist. Default consistency: `session`. */
    find,

    /** All records, always including the first assistant. */
    async list(): Promise<AssistantRecord[]> {
      const entries = readable(await ledger.list(RECORDS), StoredAssistant);
      const all = entries.map((entry) => recordOf(entry.id, entry));
      return all.some(({ id }) => id === FIRST_ASSISTANT) ? all : [unstored, ...all];
    },

    /** Writes if the version of the read record is current; undefined after a concurrent write. */
    async write(
      { id, version }: AssistantRecord,
      value: StoredAssistant,
    ): Promise<AssistantRecord | undefined> {
      const written = await ledger.write(RECORDS, id, value, version);
      return written === undefined ? undefined : { id, value, version: written };
    },

    /**
     * Deletes the newest version, unless `check` throws. Throws `assistant-not-found` if it does not exist.
     */
    async remove(id: string, check: (record: AssistantRecord) => void): Promise<void> {
      await removeDocument(RECORDS, dependencies, documentOf(id, 'strong'), (stored) => {
        if (!stored) throw new AppError('assistant-not-found');
        check(recordOf(id, stored));
      });
    },
  };
}

/**
 * The records of assistants. The first assistant is stored with its first change; until its profile is
 * edited, the profile comes from the settings.
 */
export type AssistantRecords = ReturnType<typeof assistantRecords>;

/** The first assistant before its first change; it has no stored revision. */
function unstoredAssistant(first: AssistantEdit): StoredAssistant {
  const at = new Date(0).toISOString();
  const live = { revision: '', documentsKey: '' };
  return { ...first, tag: FIRST_TAG, live, history: [], unedited: true, createdAt: at, updatedAt: at };
}

/** The global default: the assistant with the latest `chosenAt`, else the first one. */
export function defaultOf(all: readonly AssistantRecord[]): AssistantRecord | undefined {
  const [latest] = all
    .filter(({ value }) => value.chosenAt !== undefined)
    .toSorted((one, other) => orderOf(other).localeCompare(orderOf(one)));
  return latest ?? all.find(({ id }) => id === FIRST_ASSISTANT);
}

const orderOf = ({ id, value }: AssistantRecord) => `${value.chosenAt ?? ''} ${id}`;
