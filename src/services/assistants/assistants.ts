import type { Assistant } from '../../domain/records/listed-assistant.ts';
import { FIRST_ASSISTANT } from '../../domain/assistants.ts';
import { editOf, type AssistantEdit, type StoredAssistant } from '../../domain/records/assistant.ts';
import { entityTag } from '../../domain/entity-tag.ts';
import { AppError } from '../../domain/errors.ts';
import type { Widget } from '../../domain/records/widget.ts';
import type { Ports } from '../../ports.ts';
import {
  shown,
  type AssistantDocuments,
  type DocumentListing,
  type DocumentsChange,
} from './assistant-documents.ts';
import type { AssistantProfiles } from './assistant-profiles.ts';
import { isUnstored, type AssistantRecord, type AssistantRecords } from './assistant-records.ts';
import { undoneWhereRefused } from './document-texts.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';

/** A profile with the documents that change. */
export interface Replacement extends DocumentsChange {
  edit: AssistantEdit;
  /** The entity tag of the candidate that is published. */
  candidate?: string;
}

/** An admin's edit of an assistant; `isDefault: false` leaves the default unchanged. */
export type AssistantChange = AssistantEdit & { isDefault: boolean };

/**
 * The assistants. A missing one is `assistant-not-found`; an edit of an outdated version is
 * `precondition-failed`.
 */
export interface Assistants {
  /** The first one, then by name. */
  list(): Promise<Assistant[]>;
  find(id: string): Promise<Assistant | undefined>;
  /** The id of the global default. */
  defaultId(): Promise<string>;
  create(change: AssistantChange): Promise<Assistant>;
  update(id: string, change: AssistantChange, expected?: Expected): Promise<Assistant>;
  /**
   * Changes the profile and the documents together: one write makes all of it live, and what comes before it
   * reaches no visitor. `precondition-failed` where the profile, or a document that is replaced or removed,
   * was changed.
   */
  replace(id: string, replacement: Replacement, expected?: Expected): Promise<Assistant>;
  /**
   * `assistant-in-use` with the names of the `widgets` that use it; also where it is the global default.
   * `assistant-first` for the first one, which stays.
   */
  remove(id: string, expected?: Expected): Promise<void>;
  /** The text of an uploaded document; `not-found` where there is none of that name. */
  document(id: string, name: string): Promise<string>;
  putDocument(id: string, name: string, markdown: string): Promise<Assistant>;
  removeDocument(id: string, name: string): Promise<void>;
}

type Dependencies = Pick<Ports, 'clock' | 'random'> & {
  records: AssistantRecords;
  documents: AssistantDocuments;
  profiles: Pick<AssistantProfiles, 'forget'>;
  /** The widgets that use an assistant. */
  usedBy: (assistantId: string) => Promise<Widget[]>;
};

/** Management of assistants by admins. */
export function assistants(dependencies: Dependencies): Assistants {
  const { records, documents, profiles, usedBy, clock, random } = dependencies;
  const now = () => new Date(clock.now()).toISOString();

  async function find(id: string): Promise<Assistant | undefined> {
    const record = await records.find(id);
    if (!record) return undefined;
    const [listings, chosen] = await Promise.all([documents.list(id, record), defaultId()]);
    return listed(record, listings, chosen === id);
  }

  async function defaultId(): Promise<string> {
    const chosen = await records.chosen();
    return (await records.find(chosen)) ? chosen : FIRST_ASSISTANT;
  }

  async function existing(id: string): Promise<Assistant> {
    const assistant = await find(id);
    if (!assistant) throw new AppError('assistant-not-found');
    return assistant;
  }

  /** A record with another profile, which gets another tag. */
  function changed(record: AssistantRecord, edit: AssistantEdit): StoredAssistant {
    const { createdAt } = record.value;
    const at = now();
    const isFirstEdit = isUnstored(record);
    return {
      ...edit,
      createdAt: isFirstEdit ? at : createdAt,
      updatedAt: at,
      revision: entityTag(random.uuid()),
    };
  }

  async function store(
    { isDefault, ...edit }: AssistantChange,
    write: (edit: AssistantEdit) => Promise<{ id: string }>,
  ): Promise<Assistant> {
    const { id } = await write(edit);
    if (isDefault) await records.choose(id);
    profiles.forget();
    return await existing(id);
  }

  return {
    find,
    defaultId,

    async list() {
      const [all, listings, chosen] = await Promise.all([
        records.list(),
        documents.listAll(),
        records.chosen(),
      ]);
      const isThere = all.some(({ id }) => id === chosen);
      const defaultOne = isThere ? chosen : FIRST_ASSISTANT;
      return all
        .toSorted(firstThenByName)
        .map((record) => listed(record, listingsOf(record, listings), record.id === defaultOne));
    },

    create: (change) =>
      store(change, (edit) => {
        const at = now();
        return records.create(random.uuid(), { ...edit, createdAt: at, updatedAt: at });
      }),

    update(id, change, expected) {
      return store(change, async (edit) => {
        const chosen = await defaultId();
        return await records.change(id, (record) => {
          refuseStale(etagOf(record, chosen === id), expected);
          return {
            ...changed(record, edit),
            ...(record.value.documents && { documents: record.value.documents }),
          };
        });
      });
    },

    async replace(id, { edit, candidate, ...change }, expected) {
      const staged = await documents.stage(id, change);
      const replaced = await store({ ...edit, isDefault: false }, () =>
        undoneWhereRefused(staged.cancel, async () => {
          return await records.change(id, (record) => {
            refuseStale(etagOf(record, false), expected?.map(revisionOf));
            const list = staged.apply(record.value.documents);
            const from = candidate === undefined ? {} : { candidate };
            return { ...changed(record, edit), ...from, documents: list };
          });
        }),
      );
      await staged.finish();
      return replaced;
    },

    async remove(id, expected) {
      if (id === FIRST_ASSISTANT) throw new AppError('assistant-first');
      const [chosen, widgets] = await Promise.all([records.chosen(), usedBy(id)]);
      await records.remove(id, (record) => {
        const isDefault = chosen === id;
        refuseStale(etagOf(record, isDefault), expected);
        if (isDefault || widgets.length > 0) {
          throw new AppError('assistant-in-use', { widgets: widgets.map(({ name }) => name) });
        }
      });
      profiles.forget();
      await documents.removeAll(id);
    },

    async document(id, name) {
      await existing(id);
      return await documents.read(id, name);
    },

    async putDocument(id, name, markdown) {
      await existing(id);
      await documents.put(id, name, markdown);
      profiles.forget();
      // Documents are deleted after their assistant, so an upload during the deletion removes its own
      // document again.
      const assistant = await find(id);
      if (assistant) return assistant;
      await documents.removeAll(id);
      throw new AppError('assistant-not-found');
    },

    async removeDocument(id, name) {
      await existing(id);
      await documents.remove(id, name);
      profiles.forget();
    },
  };
}

function firstThenByName(one: AssistantRecord, other: AssistantRecord): number {
  if (one.id === FIRST_ASSISTANT) return -1;
  if (other.id === FIRST_ASSISTANT) return 1;
  return one.value.name.localeCompare(other.value.name);
}

function listed(
  record: AssistantRecord,
  documents: readonly DocumentListing[],
  isDefault: boolean,
): Assistant {
  const { id, value } = record;
  const { createdAt, updatedAt } = value;
  const times = isUnstored(record) ? {} : { createdAt, updatedAt };
  const etag = etagOf(record, isDefault);
  return { id, ...editOf(value), ...times, isDefault, documents, etag };
}

function listingsOf(
  { id, value }: AssistantRecord,
  others: ReadonlyMap<string, readonly DocumentListing[]>,
): readonly DocumentListing[] {
  return value.documents ? shown(value.documents.documents) : (others.get(id) ?? []);
}

/** The tag of the profile, which an upload does not change. */
function etagOf({ value, etag }: AssistantRecord, isDefault: boolean): string {
  return withDefault(value.revision ?? etag, isDefault);
}

/** The default flag is stored elsewhere, but an edit is based on it. */
function withDefault(etag: string, isDefault: boolean): string {
  return isDefault ? etag.replace(/"$/, DEFAULT_SUFFIX) : etag;
}

const DEFAULT_SUFFIX = '.default"';

/** The tag of the profile without the default flag, which versions and candidates do not change. */
export function revisionOf(etag: string): string {
  return etag.endsWith(DEFAULT_SUFFIX) ? etag.replace(DEFAULT_SUFFIX, '"') : etag;
}
