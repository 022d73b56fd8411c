import * as z from 'zod/mini';
import { isAnswersDocument } from '../../domain/added-answers.ts';
import { MAX_ALL_CHARACTERS, MAX_DOCUMENT_CHARACTERS, MAX_DOCUMENTS } from '../../domain/assistants.ts';
import { AppError } from '../../domain/errors.ts';
import type { Ports, StoredDocuments, Version } from '../../ports.ts';
import {
  readDocument,
  removeDocument,
  updateDocument,
  type StoredDocument,
} from '../platform/ledger-documents.ts';

/** An uploaded document, without its text. */
export interface DocumentListing {
  name: string;
  /** The length of its text in UTF-16 code units. */
  characters: number;
  updatedAt: string;
}

/** The uploaded documents of assistants, by assistant id. */
export interface AssistantDocuments {
  /** By name. */
  list(assistantId: string): Promise<readonly DocumentListing[]>;
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
  source(assistantId: string): Promise<StoredDocuments>;
  /** The answers documents alone; undefined where there are none. */
  answers(assistantId: string): Promise<StoredDocuments | undefined>;
}

export interface VersionedText {
  markdown: string;
  version: Version;
}

const LISTS = 'assistant-documents';
const TEXTS = 'assistant-texts';
const textsOf = (assistantId: string) => `documents-${assistantId}`;

const List = z.object({
  documents: z.array(z.object({ name: z.string(), characters: z.int(), updatedAt: z.iso.datetime() })),
});
const Text = z.object({ name: z.string(), markdown: z.string() });

const listOf = (assistantId: string) => ({ kind: LISTS, id: assistantId, schema: List });
const textOf = (assistantId: string, name: string) => ({
  kind: textsOf(assistantId),
  id: name,
  schema: Text,
});

/**
 * Stores documents in the ledger, with a list whose version changes with them. Only listed documents count,
 * so a text is written before its listing and deleted after it.
 */
export function assistantDocuments(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): AssistantDocuments {
  const { ledger, clock } = dependencies;

  async function list(assistantId: string): Promise<readonly DocumentListing[]> {
    return (await readDocument(ledger, listOf(assistantId)))?.value.documents ?? [];
  }

  async function changeList(
    assistantId: string,
    edit: (listings: readonly DocumentListing[]) => DocumentListing[],
  ): Promise<void> {
    await updateDocument(LISTS, dependencies, listOf(assistantId), (stored) => ({
      value: { documents: edit(stored?.value.documents ?? []) },
      result: undefined,
    }));
  }

  async function write(
    assistantId: string,
    name: string,
    change: (document: VersionedText | undefined) => string | undefined,
  ): Promise<void> {
    const others = (await list(assistantId)).filter((listing) => listing.name !== name);
    const { result: markdown } = await updateDocument(
      TEXTS,
      dependencies,
      textOf(assistantId, name),
      (stored) => {
        const changed = change(stored && versioned(stored));
        if (changed === undefined) return { result: undefined };
        refuseTooMuch(others, changed.length);
        return { value: { name, markdown: changed }, result: changed };
      },
    );
    if (markdown === undefined) return;
    const updatedAt = new Date(clock.now()).toISOString();
    const listing = { name, characters: markdown.length, updatedAt };
    await changeList(assistantId, (listings) => [...without(listings, name), listing].toSorted(byName));
  }

  /** The documents whose names are chosen by `isWanted`. */
  function documentsOf(
    assistantId: string,
    listed: { value: z.output<typeof List>; version: Version } | undefined,
    isWanted: (name: string) => boolean = () => true,
  ): StoredDocuments {
    const names = new Set(listed?.value.documents.map(({ name }) => name).filter(isWanted));
    return {
      kind: 'documents',
      key: `${assistantId} ${listed?.version ?? ''}`,
      async documents() {
        const texts = await ledger.list(textsOf(assistantId));
        return texts.map(({ value }) => Text.parse(value)).filter(({ name }) => names.has(name));
      },
    };
  }

  return {
    list,

    async listAll() {
      const entries = await ledger.list(LISTS);
      return new Map(entries.map(({ id, value }) => [id, List.parse(value).documents]));
    },

    async read(assistantId, name) {
      const listed = (await list(assistantId)).some((listing) => listing.name === name);
      const text = listed ? await readDocument(ledger, textOf(assistantId, name)) : undefined;
      if (!text) throw new AppError('not-found');
      return text.value.markdown;
    },

    async put(assistantId, name, markdown) {
      await write(assistantId, name, () => markdown);
    },

    async find(assistantId, name) {
      const text = await readDocument(ledger, textOf(assistantId, name));
      return text && versioned(text);
    },

    edit: write,

    async remove(assistantId, name) {
      await changeList(assistantId, (listings) => {
        const rest = without(listings, name);
        if (rest.length === listings.length) throw new AppError('not-found');
        return rest;
      });
      await removeDocument(TEXTS, dependencies, textOf(assistantId, name));
    },

    async removeAll(assistantId) {
      await removeDocument(LISTS, dependencies, listOf(assistantId));
      const texts = await ledger.list(textsOf(assistantId));
      await Promise.all(texts.map(({ id }) => removeDocument(TEXTS, dependencies, textOf(assistantId, id))));
    },

    async source(assistantId) {
      return documentsOf(assistantId, await readDocument(ledger, listOf(assistantId)));
    },

    async answers(assistantId) {
      const listed = await readDocument(ledger, listOf(assistantId));
      const has = listed?.value.documents.some(({ name }) => isAnswersDocument(name)) === true;
      return has ? documentsOf(assistantId, listed, isAnswersDocument) : undefined;
    },
  };
}

function versioned({ value, version }: StoredDocument<z.output<typeof Text>>): VersionedText {
  return { markdown: value.markdown, version };
}

/** Refuses a document over the limit of one, or of all documents of an assistant together. */
export function refuseTooMuch(others: readonly DocumentListing[], characters: number): void {
  const sum = others.reduce((total, one) => total + one.characters, characters);
  const refuse = (path: string, message: string) =>
    new AppError('validation-failed', { issues: [{ path, message }] });
  if (characters > MAX_DOCUMENT_CHARACTERS) throw new AppError('file-text-too-long');
  if (others.length >= MAX_DOCUMENTS) {
    throw refuse('name', `is one too many: an AI agent has ${MAX_DOCUMENTS} at most`);
  }
  if (sum > MAX_ALL_CHARACTERS) {
    throw refuse(
      'markdown',
      `is too much: the documents of an AI agent have ${MAX_ALL_CHARACTERS} characters at most`,
    );
  }
}

function without(listings: readonly DocumentListing[], name: string): DocumentListing[] {
  return listings.filter((listing) => listing.name !== name);
}

function byName(one: DocumentListing, other: DocumentListing): number {
  return one.name.localeCompare(other.name);
}
