import { defaultTag, FIRST_ASSISTANT } from './rules/assistants.ts';
import { mapLimited } from '../lib/concurrency.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { AppError } from '../core/errors.ts';
import {
  editOf,
  type AssistantChange,
  type AssistantEdit,
  type StoredAssistant,
} from './records/assistant.ts';
import { listedDocument, type Assistant } from './records/listed-assistant.ts';
import { withProfile } from './rules/revisions.ts';
import type { Ports } from '../ports.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { AssistantChanges } from './assistant-changes.ts';
import type { AssistantRemoval } from './assistant-removal.ts';
import { defaultOf, type AssistantRecord, type AssistantRecords } from './assistant-records.ts';
import type { LiveRevisions } from './live-revisions.ts';

type Dependencies = Pick<Ports, 'clock' | 'random'> & {
  records: AssistantRecords;
  changes: AssistantChanges;
  live: Pick<LiveRevisions, 'of'>;
  removal: Pick<AssistantRemoval, 'removeAfter'>;
  /** Called after the knowledge of an assistant has changed. */
  onKnowledgeChanged: () => void;
  /** The widgets that use an assistant. */
  usedBy: (assistantId: string) => Promise<readonly { name: string }[]>;
};

/** How many lists of documents are read at the same time. */
const PARALLEL = 8;

export function assistants(dependencies: Dependencies) {
  const { records, changes, live, removal, onKnowledgeChanged, usedBy, clock, random } = dependencies;

  async function find(id: string): Promise<Assistant | undefined> {
    const [all, record] = await Promise.all([records.list(), records.find(id)]);
    return record && (await listedAssistant(record, all));
  }

  async function existing(id: string): Promise<Assistant> {
    const assistant = await find(id);
    if (!assistant) throw new AppError('assistant-not-found');
    return assistant;
  }

  async function listedAssistant(
    record: AssistantRecord,
    all: readonly AssistantRecord[],
  ): Promise<Assistant> {
    const { documents } = await live.of(record);
    const { unedited, createdAt, updatedAt } = record.value;
    const isDefault = defaultOf(all)?.id === record.id;
    return {
      id: record.id,
      ...editOf(record.value),
      ...(unedited !== true && { createdAt, updatedAt }),
      isDefault,
      documents: documents.map(listedDocument),
      etag: etagOf(record, isDefault),
    };
  }

  /** A time after every stored `chosenAt`. */
  function chosenAt(all: readonly AssistantRecord[]): string {
    const latest = defaultOf(all)?.value.chosenAt;
    const afterMs = latest === undefined ? 0 : Date.parse(latest) + 1;
    return new Date(Math.max(clock.now(), afterMs)).toISOString();
  }

  return {
    find,
    /** The same as `find`, but throws `assistant-not-found`. */
    require: existing,

    /** The id of the global default. */
    async defaultId(): Promise<string> {
      return defaultOf(await records.list())?.id ?? FIRST_ASSISTANT;
    },

    /** The first assistant, then the others by name. */
    async list(): Promise<Assistant[]> {
      const all = await records.list();
      return await mapLimited(all.toSorted(firstThenByName), PARALLEL, (record) =>
        listedAssistant(record, all),
      );
    },

    async create({ isDefault, ...edit }: AssistantChange): Promise<Assistant> {
      const choice = isDefault ? { chosenAt: chosenAt(await records.list()) } : {};
      const id = random.uuid();
      await changes.create(id, edit, choice);
      return await existing(id);
    },

    async update(
      id: string,
      { isDefault, ...edit }: AssistantChange,
      expected?: Expected,
    ): Promise<Assistant> {
      const all = await records.list();
      const isChosen = defaultOf(all)?.id === id;
      await changes.change(id, async ({ record, live: before, at, store }) => {
        refuseStale(etagOf(record, isChosen), expected);
        const choice = isDefault && !isChosen ? { chosenAt: chosenAt(all) } : {};
        if (isSaved(record.value, edit)) return { ...record.value, ...choice };
        const pointer = await store({ edit, documents: before.documents });
        const tag = entityTag(random.uuid());
        return { ...withProfile(record.value, { ...pointer, edit }, { at, tag }), ...choice };
      });
      return await existing(id);
    },

    /**
     * Throws `assistant-in-use` (with the names of the `widgets`) if a widget uses it or it is the global
     * default, and `assistant-first` for the first assistant.
     */
    async remove(id: string, expected?: Expected): Promise<void> {
      if (id === FIRST_ASSISTANT) throw new AppError('assistant-first');
      const [all, widgets] = await Promise.all([records.list(), usedBy(id)]);
      await removal.removeAfter(id, () =>
        records.remove(id, (record) => {
          const others = all.filter((one) => one.id !== id);
          const isDefault = defaultOf([...others, record])?.id === id;
          refuseStale(etagOf(record, isDefault), expected);
          if (isDefault || widgets.length > 0) {
            throw new AppError('assistant-in-use', { widgets: widgets.map(({ name }) => name) });
          }
        }),
      );
      onKnowledgeChanged();
    },
  };
}

/**
 * Manages assistants. Methods throw `assistant-not-found` for a missing assistant, and `precondition-failed`
 * for an edit of an outdated version.
 */
export type Assistants = ReturnType<typeof assistants>;

/** Whether the stored profile equals the edit; a profile from the settings is not stored. */
function isSaved(value: StoredAssistant, edit: AssistantEdit): boolean {
  return value.unedited !== true && JSON.stringify(editOf(value)) === JSON.stringify(editOf(edit));
}

function firstThenByName(one: AssistantRecord, other: AssistantRecord): number {
  if (one.id === FIRST_ASSISTANT) return -1;
  if (other.id === FIRST_ASSISTANT) return 1;
  return one.value.name.localeCompare(other.value.name);
}

/** The entity tag of the profile and the default flag, which depends on other records. */
function etagOf({ value: { tag } }: AssistantRecord, isDefault: boolean): string {
  return isDefault ? defaultTag(tag) : tag;
}
