import { isAnswersDocument } from '../../domain/added-answers.ts';
import { MAX_ALL_CHARACTERS, MAX_DOCUMENT_CHARACTERS, MAX_DOCUMENTS } from '../../domain/assistants.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import type { StoredDocumentListing } from '../../domain/records/assistant.ts';
import type { Ports, StoredDocuments, Version } from '../../ports.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { AssistantRecord, AssistantRecords } from './assistant-records.ts';
import { documentLists, type DocumentList } from './document-lists.ts';
import { documentTexts, undoneWhereRefused, type DocumentText } from './document-texts.ts';

/** An uploaded document, without its text. */
export type DocumentListing = Omit<StoredDocumentListing, 'text'>;

/** The uploaded documents of assistants, by assistant id. */
export interface AssistantDocuments {
  /** By name. `known` is the assistant's record where the caller has just read it. */
  list(assistantId: string, known?: AssistantRecord): Promise<readonly DocumentListing[]>;
  /** Of the assistants whose record has no list. */
  listAll(): Promise<ReadonlyMap<string, readonly DocumentListing[]>>;
  /** Its text; `not-found` where there is none of that name. */
  read(assistantId: string, name: string): Promise<string>;
  /** Creates or replaces a document; `validation-failed` where there would be too many or too much. */
  put(assistantId: string, name: string, markdown: string): Promise<void>;
  /** `not-found` where there is none of that name. */
  remove(assistantId: string, name: string): Promise<void>;
  removeAll(assistantId: string): Promise<void>;
  /** A document's text with its version; undefined where there is none of that name. */
  find(assistantId: string, name: string): Promise<VersionedText | undefined>;
  /**
   * Changes a document, or creates it, on its newest version: concurrent edits all take effect. `change` may
   * refuse by throwing; where it returns undefined, nothing is written.
   */
  edit(
    assistantId: string,
    name: string,
    change: (document: VersionedText | undefined) => string | undefined,
  ): Promise<void>;
  source(assistantId: string, known?: AssistantRecord): Promise<StoredDocuments>;
  /** The answers documents alone; undefined where there are none. */
  answers(assistantId: string, known?: AssistantRecord): Promise<StoredDocuments | undefined>;
  /** Prepares a change of several documents of a stored assistant, which takes effect in one write. */
  stage(assistantId: string, change: DocumentsChange): Promise<StagedDocuments>;
  /** Copies the text of a document for the versions that have it. */
  keep(assistantId: string, name: string): Promise<void>;
  /** The kept text of a document of a version; undefined where it is gone. */
  kept(assistantId: string, listing: DocumentListing): Promise<string | undefined>;
  /** Deletes the kept texts that no version has. */
  prune(assistantId: string, used: readonly DocumentListing[]): Promise<void>;
}

export interface VersionedText {
  markdown: string;
  version: Version;
}

/** Documents to add, replace and remove together. */
export interface DocumentsChange {
  /** Those that are gone are left out. */
  removed: readonly string[];
  texts: readonly (readonly [name: string, markdown: string])[];
}

/** A change whose texts are written, in no list yet. */
export interface StagedDocuments {
  /**
   * The list after the change; `precondition-failed` where a document that it replaces or removes was changed
   * since.
   */
  apply(list: DocumentList | undefined): DocumentList;
  /** Deletes the replaced texts, once the list is stored. */
  finish(): Promise<void>;
  /** Deletes the written texts, where the list was not stored. */
  cancel(): Promise<void>;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  records: Pick<AssistantRecords, 'find' | 'change'>;
};

/** Stores documents in the ledger: texts of their own, and lists that say which of them count. */
export function assistantDocuments(dependencies: Dependencies): AssistantDocuments {
  const lists = documentLists(dependencies);
  const texts = documentTexts(dependencies);
  const { random } = dependencies;

  async function listed(assistantId: string, name: string): Promise<StoredDocumentListing | undefined> {
    return (await lists.read(assistantId)).documents.find((listing) => listing.name === name);
  }

  async function find(assistantId: string, name: string): Promise<VersionedText | undefined> {
    const listing = await listed(assistantId, name);
    const markdown = listing && (await texts.read(assistantId, listing));
    return listing && markdown !== undefined ? versioned(listing, markdown) : undefined;
  }

  async function edit(
    assistantId: string,
    name: string,
    change: (document: VersionedText | undefined) => string | undefined,
  ): Promise<void> {
    await retryOnConflict('assistant-documents', dependencies, async () => {
      const before = await listed(assistantId, name);
      const stored = before && (await texts.read(assistantId, before));
      const markdown = change(before && stored !== undefined ? versioned(before, stored) : undefined);
      if (markdown === undefined) return { written: true, result: undefined };
      const written = await replaceText(assistantId, { name, markdown }, before);
      return written ? { written, result: undefined } : { written };
    });
  }

  /** False where the document was changed since: nothing is stored then. */
  async function replaceText(
    assistantId: string,
    text: DocumentText,
    before: StoredDocumentListing | undefined,
  ): Promise<boolean> {
    refuseTooMuch(withoutName((await lists.read(assistantId)).documents, text.name), [text]);
    const listing = await texts.write(assistantId, text, before);
    const undo = () => texts.remove(assistantId, [listing]);
    const isListed = await undoneWhereRefused(undo, () =>
      lists.change(assistantId, (documents) => {
        const now = documents.find(({ name }) => name === text.name);
        if (!isSame(now, before)) return undefined;
        const others = withoutName(documents, text.name);
        refuseTooMuch(others, [text]);
        return [...others, listing].toSorted(byName);
      }),
    );
    if (!isListed) await undo();
    if (isListed && before) await texts.remove(assistantId, [before]);
    return isListed;
  }

  /**
   * The documents whose names are chosen by `isWanted`: all of one list, or all of a newer one where a text
   * was replaced before it was read.
   */
  function documentsOf(
    assistantId: string,
    list: DocumentList,
    isWanted: (name: string) => boolean = () => true,
  ): StoredDocuments {
    const wanted = list.documents.filter(({ name }) => isWanted(name));
    return {
      kind: 'documents',
      // Assistants without documents share an index.
      key: wanted.length === 0 ? '' : `${assistantId} ${list.version}`,
      async documents() {
        const found = await texts.readAll(assistantId, wanted);
        const all = found.filter((text) => text !== undefined);
        if (all.length === wanted.length) return all;
        const newest = await lists.read(assistantId);
        if (newest.version === list.version) return all;
        return await documentsOf(assistantId, newest, isWanted).documents();
      },
    };
  }

  return {
    find,
    edit,

    list: async (assistantId, known) => shown((await lists.read(assistantId, known)).documents),

    async listAll() {
      const all = await lists.readAll();
      return new Map(Array.from(all, ([id, documents]) => [id, shown(documents)]));
    },

    async read(assistantId, name) {
      const found = await find(assistantId, name);
      if (!found) throw new AppError('not-found');
      return found.markdown;
    },

    async put(assistantId, name, markdown) {
      await edit(assistantId, name, () => markdown);
    },

    async remove(assistantId, name) {
      let removed: StoredDocumentListing | undefined;
      await lists.change(assistantId, (documents) => {
        removed = documents.find((listing) => listing.name === name);
        if (!removed) throw new AppError('not-found');
        return withoutName(documents, name);
      });
      if (removed) await texts.remove(assistantId, [removed]);
    },

    async removeAll(assistantId) {
      await lists.remove(assistantId);
      await texts.removeAll(assistantId);
    },

    source: async (assistantId, known) => documentsOf(assistantId, await lists.read(assistantId, known)),

    async answers(assistantId, known) {
      const list = await lists.read(assistantId, known);
      const has = list.documents.some(({ name }) => isAnswersDocument(name));
      return has ? documentsOf(assistantId, list, isAnswersDocument) : undefined;
    },

    async stage(assistantId, { removed, texts: added }) {
      const own = await lists.read(assistantId);
      const names = new Set([...removed, ...added.map(([name]) => name)]);
      const replaced = own.documents.filter(({ name }) => names.has(name));
      const others = own.documents.filter(({ name }) => !names.has(name));
      const all = added.map(([name, markdown]) => ({ name, markdown }));
      refuseTooMuch(others, all);
      const written: StoredDocumentListing[] = [];
      for (const text of all) {
        const before = replaced.find(({ name }) => name === text.name);
        written.push(await texts.write(assistantId, text, before));
      }
      return {
        apply(list = own) {
          const now = list.documents.filter(({ name }) => names.has(name));
          const isUnchanged =
            now.length === replaced.length && now.every((one, index) => isSame(one, replaced[index]));
          if (!isUnchanged) throw new AppError('precondition-failed');
          const rest = list.documents.filter(({ name }) => !names.has(name));
          refuseTooMuch(rest, all);
          return { documents: [...rest, ...written].toSorted(byName), version: random.uuid() };
        },
        async finish() {
          await lists.remove(assistantId);
          await texts.remove(assistantId, replaced);
          await texts.sweep(assistantId, (await lists.read(assistantId)).documents);
        },
        cancel: () => texts.remove(assistantId, written),
      };
    },

    async keep(assistantId, name) {
      const listing = await listed(assistantId, name);
      if (listing) await texts.keep(assistantId, listing);
    },
    kept: texts.readKept,
    prune: texts.prune,
  };
}

/** Without what only the store needs. */
export const shown = (documents: readonly StoredDocumentListing[]): DocumentListing[] =>
  documents.map(({ name, characters, updatedAt }) => ({ name, characters, updatedAt }));

/** The version of a text: it is never rewritten, so that its id and its time tell it from others. */
function versioned({ text = '', updatedAt }: StoredDocumentListing, markdown: string): VersionedText {
  return { markdown, version: text === '' ? updatedAt : text };
}

function isSame(one: StoredDocumentListing | undefined, other: StoredDocumentListing | undefined): boolean {
  return one?.text === other?.text && one?.updatedAt === other?.updatedAt;
}

/** Refuses a document over the limit of one, or of all documents of an assistant together. */
export function refuseTooMuch(others: readonly DocumentListing[], texts: readonly DocumentText[]): void {
  if (texts.some(({ markdown }) => markdown.length > MAX_DOCUMENT_CHARACTERS)) {
    throw new AppError('file-text-too-long');
  }
  if (others.length + texts.length > MAX_DOCUMENTS) {
    throw invalidField('name', `is one too many: an AI agent has ${MAX_DOCUMENTS} at most`);
  }
  const before = others.reduce((total, one) => total + one.characters, 0);
  if (texts.reduce((total, { markdown }) => total + markdown.length, before) > MAX_ALL_CHARACTERS) {
    throw invalidField(
      'markdown',
      `is too much: the documents of an AI agent have ${MAX_ALL_CHARACTERS} characters at most`,
    );
  }
}

function withoutName<T extends DocumentListing>(listings: readonly T[], name: string): T[] {
  return listings.filter((listing) => listing.name !== name);
}

function byName(one: DocumentListing, other: DocumentListing): number {
  return one.name.localeCompare(other.name);
}
