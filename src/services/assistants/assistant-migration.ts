import * as z from 'zod/mini';
import { FIRST_ASSISTANT } from '../../domain/assistants.ts';
import { entityTag, profileTag } from '../../domain/entity-tag.ts';
import {
  editOf,
  type AssistantEdit,
  type RevisionPointer,
  type StoredAssistant,
} from '../../domain/records/assistant.ts';
import {
  EarlierAssistant,
  EarlierCandidate,
  EarlierList,
  EarlierText,
  EarlierVersion,
  type EarlierListing,
} from '../../domain/records/earlier-assistant.ts';
import { byName, documentsKey, ownDocument } from '../../domain/revision-documents.ts';
import type { Ports } from '../../ports.ts';
import { readable, readDocument, removeDocument, updateDocument } from '../platform/ledger-documents.ts';
import { RECORDS, unstoredAssistant } from './assistant-records.ts';
import { revisionId, type StoredRevisions } from './stored-revisions.ts';

/** Migrates the assistants of earlier releases, which had no revisions. */
export interface AssistantMigration {
  /** Migrates all assistants that are not migrated yet; the next run completes an interrupted one. */
  run(): Promise<void>;
  /**
   * Deletes the old records a day after the migration, since instances of the earlier release may read them.
   */
  removeMigrated(): Promise<void>;
  /** Deletes the old records of one assistant. */
  removeOf(assistantId: string): Promise<void>;
}

type Stored<T> = T & { version: string };

const DAY_MS = 86_400_000;
const ASSISTANTS = 'assistants';
const LISTS = 'assistant-documents';
const CANDIDATES = 'assistant-candidates';
const DEFAULTS = 'assistant-default';
const CANDIDATE = 'candidate-';
const textsKind = (listId: string) => `documents-${listId}`;
const versionsKind = (assistantId: string) => `assistant-versions-${assistantId}`;
const keptKind = (assistantId: string) => `assistant-version-texts-${assistantId}`;

const Choice = z.object({ assistantId: z.string() });
/** `removed`: the old records are deleted. */
const State = z.object({ migratedAt: z.string(), removed: z.boolean() });
const STATE = { kind: 'assistant-migration', id: 'state', schema: State };

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** The starting values of the first assistant. */
  first: AssistantEdit;
  revisions: Pick<StoredRevisions, 'write'>;
};

export function assistantMigration(dependencies: Dependencies): AssistantMigration {
  const { clock, ledger, random, revisions, first } = dependencies;

  /** An old record with its version; undefined if it is missing or cannot be parsed. */
  async function read<T extends object>(
    kind: string,
    id: string,
    schema: z.ZodMiniType<T>,
  ): Promise<Stored<T> | undefined> {
    const entry = await ledger.read(kind, id, 'strong');
    const [found] = readable(entry ? [entry] : [], schema);
    return found && { ...found.value, version: found.version };
  }

  /** The ids of the old assistants; the first one may have only documents or a candidate. */
  async function oldIds(): Promise<string[]> {
    const kinds = await Promise.all(
      [ASSISTANTS, LISTS, CANDIDATES].map((kind) => ledger.list(kind, 'strong')),
    );
    const ids = kinds.flat().map(({ id }) => (id.startsWith(CANDIDATE) ? id.slice(CANDIDATE.length) : id));
    return [...new Set(ids)];
  }

  async function textsOf(listId: string): Promise<(listing: EarlierListing) => string | undefined> {
    const entries = readable(await ledger.list(textsKind(listId)), EarlierText);
    const texts = new Map(entries.map(({ id, value }) => [id, value.markdown]));
    return ({ name, text = name }) => texts.get(text);
  }

  /** Stores a revision of documents with their texts; default id: a new one. */
  async function store(
    assistantId: string,
    edit: AssistantEdit,
    texts: readonly OldDocument[],
    id = revisionId(clock.now(), random.uuid()),
  ): Promise<RevisionPointer> {
    const all = texts.map(({ name, markdown, updatedAt }) => ({
      document: ownDocument(name, markdown, updatedAt),
      markdown,
    }));
    const documents = all.map(({ document }) => document).toSorted(byName);
    const added = new Map(all.map(({ document, markdown }) => [document.textHash, markdown]));
    const createdAt = new Date(clock.now()).toISOString();
    await revisions.write(assistantId, { id, edit, documents, createdAt }, added);
    return { revision: id, documentsKey: documentsKey(documents) };
  }

  async function liveDocuments(
    id: string,
    old: Stored<EarlierAssistant> | undefined,
  ): Promise<OldDocument[]> {
    const own = await read(LISTS, id, EarlierList);
    return withTexts(old?.documents?.documents ?? own?.documents ?? [], await textsOf(id));
  }

  /** The earlier versions, newest first. Versions with a missing text cannot be restored and are left out. */
  async function migrateHistory(
    id: string,
    live: readonly OldDocument[],
  ): Promise<StoredAssistant['history']> {
    const kept = readable(await ledger.list(keptKind(id)), EarlierText);
    const texts = new Map([
      ...live.map(({ name, updatedAt, markdown }) => [`${updatedAt} ${name}`, markdown] as const),
      ...kept.map((entry) => [entry.id, entry.value.markdown] as const),
    ]);
    const history: StoredAssistant['history'][number][] = [];
    for (const { id: versionId, value } of readable(await ledger.list(versionsKind(id)), EarlierVersion)) {
      const { edit, documents: listings, replacedAt, ofDocuments } = value;
      const found = withTexts(listings, ({ name, updatedAt }) => texts.get(`${updatedAt} ${name}`));
      if (found.length < listings.length) continue;
      await store(id, edit, found, versionId);
      history.unshift({ revision: versionId, replacedAt, ofDocuments });
    }
    return history;
  }

  async function migrateDraft(
    id: string,
    {
      old,
      tag,
      live,
    }: { old: Stored<EarlierAssistant> | undefined; tag: string; live: readonly OldDocument[] },
    base: string,
  ): Promise<StoredAssistant['draft']> {
    const candidate = await read(CANDIDATES, id, EarlierCandidate);
    if (!candidate || old?.candidate === entityTag(candidate.version)) return undefined;
    const { edit, removed, basedOn, updatedAt } = candidate;
    const listId = `${CANDIDATE}${id}`;
    const list = await read(LISTS, listId, EarlierList);
    const staged = withTexts(list?.documents ?? [], await textsOf(listId));
    const replaced = new Set([...removed, ...staged.map(({ name }) => name)]);
    const texts = [...live.filter(({ name }) => !replaced.has(name)), ...staged];
    const pointer = await store(id, edit, texts);
    return { ...pointer, base, basedOn: profileTag(basedOn) === tag ? tag : '', updatedAt };
  }

  async function migrateOne(id: string, chosen: string | undefined): Promise<void> {
    if (await ledger.read(RECORDS, id, 'strong')) return;
    const old = await read(ASSISTANTS, id, EarlierAssistant);
    // The list belongs to an assistant whose deletion was interrupted.
    if (!old && id !== FIRST_ASSISTANT) return;
    const value = old ? { ...editOf(old), ...stateFrom(old) } : unstoredAssistant(first);
    const documents = await liveDocuments(id, old);
    const pointer = await store(id, editOf(value), documents);
    const history = await migrateHistory(id, documents);
    const draft = await migrateDraft(id, { old, tag: value.tag, live: documents }, pointer.revision);
    const chosenAt = id === chosen ? { chosenAt: new Date(clock.now()).toISOString() } : {};
    const record = { ...value, live: pointer, history, ...(draft && { draft }), ...chosenAt };
    await ledger.write(RECORDS, id, record, 'absent');
  }

  async function migrateAll(): Promise<boolean> {
    const ids = await oldIds();
    const choice = await ledger.read(DEFAULTS, 'global', 'strong');
    const chosen = z.safeParse(Choice, choice?.value).data?.assistantId;
    for (const id of ids) await migrateOne(id, chosen);
    return ids.length > 0;
  }

  async function removeKind(kind: string): Promise<void> {
    for (const { id } of await ledger.list(kind)) await removeEntry(kind, id);
  }

  const removeEntry = (kind: string, id: string) =>
    removeDocument('assistant-migration', dependencies, { kind, id, schema: z.unknown() });

  /** Deletes the record first, so that the rest is not migrated again. */
  async function removeOf(assistantId: string): Promise<void> {
    await removeEntry(ASSISTANTS, assistantId);
    for (const listId of [assistantId, `${CANDIDATE}${assistantId}`]) {
      await removeEntry(LISTS, listId);
      await removeKind(textsKind(listId));
      await removeKind(keptKind(listId));
    }
    await removeEntry(CANDIDATES, assistantId);
    await removeKind(versionsKind(assistantId));
  }

  return {
    removeOf,

    async run() {
      if (await readDocument(ledger, STATE)) return;
      const isAny = await migrateAll();
      const migratedAt = new Date(clock.now()).toISOString();
      await ledger.write(STATE.kind, STATE.id, { migratedAt, removed: !isAny }, 'absent');
    },

    async removeMigrated() {
      const state = (await readDocument(ledger, STATE))?.value;
      if (!state || state.removed) return;
      // An instance of the earlier release may have created further ones since.
      await migrateAll();
      if (Date.parse(state.migratedAt) > clock.now() - DAY_MS) return;
      for (const id of await oldIds()) await removeOf(id);
      await removeKind(DEFAULTS);
      await updateDocument(STATE.kind, dependencies, STATE, () => ({
        value: { ...state, removed: true },
        result: undefined,
      }));
    },
  };
}

interface OldDocument {
  name: string;
  markdown: string;
  updatedAt: string;
}

/** The documents whose text exists. */
function withTexts(
  listings: readonly EarlierListing[],
  textOf: (listing: EarlierListing) => string | undefined,
): OldDocument[] {
  return listings.flatMap((listing) => {
    const markdown = textOf(listing);
    return markdown === undefined ? [] : [{ name: listing.name, updatedAt: listing.updatedAt, markdown }];
  });
}

function stateFrom({ createdAt, updatedAt, revision, version }: Stored<EarlierAssistant>) {
  return { tag: revision ?? entityTag(version), createdAt, updatedAt };
}
