import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { StoredDocumentListing } from '../../domain/records/assistant.ts';
import type { LedgerEntry, Ports } from '../../ports.ts';
import { readDocument, removeDocument } from '../platform/ledger-documents.ts';

/** A document's text; it is never rewritten, a new text is another one. */
export interface DocumentText {
  name: string;
  markdown: string;
}

/**
 * The texts of documents, each under its own id. Only listed ones count, so a text is written before
 * its listing and deleted after it.
 */
export interface DocumentTexts {
  /** Writes a text; the listing that it returns is in no list yet. */
  write(
    assistantId: string,
    text: DocumentText,
    replaced?: StoredDocumentListing,
  ): Promise<StoredDocumentListing>;
  /** Undefined where it was replaced or removed meanwhile and is not kept for an earlier version. */
  read(assistantId: string, listing: StoredDocumentListing): Promise<string | undefined>;
  /** As `read`, of several with one request; in the order of the listings. */
  readAll(
    assistantId: string,
    listings: readonly StoredDocumentListing[],
  ): Promise<(DocumentText | undefined)[]>;
  remove(assistantId: string, listings: readonly StoredDocumentListing[]): Promise<void>;
  /** Deletes what no list has: what an interrupted change has left. */
  sweep(assistantId: string, listed: readonly StoredDocumentListing[]): Promise<void>;
  removeAll(assistantId: string): Promise<void>;
  /** The copy of a text for the versions that have it. */
  readKept(
    assistantId: string,
    listing: Pick<StoredDocumentListing, 'name' | 'updatedAt'>,
  ): Promise<string | undefined>;
  /** Copies a text for the versions that have it. */
  keep(assistantId: string, listing: StoredDocumentListing): Promise<void>;
  /** Deletes the kept texts that no version has. */
  prune(
    assistantId: string,
    used: readonly Pick<StoredDocumentListing, 'name' | 'updatedAt'>[],
  ): Promise<void>;
}

/** Longer than a change takes between writing its text and listing it, in milliseconds. */
const UNLISTED_MS = 600_000;

const Text = z.object({
  name: z.string(),
  markdown: z.string(),
  writtenAt: z.exactOptional(z.iso.datetime()),
});
const Kept = z.object({ markdown: z.string() });

const textsOf = (assistantId: string) => `documents-${assistantId}`;
const keptOf = (assistantId: string) => `assistant-version-texts-${assistantId}`;
/** Earlier releases stored a text under its name. */
const idOf = ({ name, text = name }: StoredDocumentListing) => text;
const keptId = ({ name, updatedAt }: Pick<StoredDocumentListing, 'name' | 'updatedAt'>) =>
  `${updatedAt} ${name}`;

export function documentTexts(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): DocumentTexts {
  const { clock, ledger, random } = dependencies;
  const iso = (ms: number) => new Date(ms).toISOString();

  async function readKept(
    assistantId: string,
    listing: Pick<StoredDocumentListing, 'name' | 'updatedAt'>,
  ): Promise<string | undefined> {
    const kept = { kind: keptOf(assistantId), id: keptId(listing), schema: Kept };
    return (await readDocument(ledger, kept))?.value.markdown;
  }

  async function read(assistantId: string, listing: StoredDocumentListing): Promise<string | undefined> {
    const document = { kind: textsOf(assistantId), id: idOf(listing), schema: Text };
    const text = await readDocument(ledger, document);
    return text ? text.value.markdown : await readKept(assistantId, listing);
  }

  const removeText = (assistantId: string, id: string) =>
    removeDocument('assistant-texts', dependencies, { kind: textsOf(assistantId), id, schema: Text });

  const removeKept = (assistantId: string, id: string) =>
    removeDocument('assistant-version', dependencies, { kind: keptOf(assistantId), id, schema: Kept });

  /** Without a time it was written by an earlier release. */
  function isLeft({ value }: LedgerEntry): boolean {
    const { writtenAt } = Text.parse(value);
    return writtenAt === undefined || Date.parse(writtenAt) < clock.now() - UNLISTED_MS;
  }

  return {
    read,
    readKept,

    async write(assistantId, { name, markdown }, replaced) {
      const id = random.uuid();
      const nowMs = clock.now();
      await ledger.write(textsOf(assistantId), id, { name, markdown, writtenAt: iso(nowMs) }, 'absent');
      // Each text of a name has its own time, by which versions tell them apart.
      const updatedAt = iso(Math.max(nowMs, replaced ? Date.parse(replaced.updatedAt) + 1 : 0));
      return { name, characters: markdown.length, updatedAt, text: id };
    },

    async readAll(assistantId, listings) {
      if (listings.length === 0) return [];
      const entries = await ledger.list(textsOf(assistantId));
      const texts = new Map(entries.map(({ id, value }) => [id, Text.parse(value).markdown]));
      return await Promise.all(
        listings.map(async (listing) => {
          const markdown = texts.get(idOf(listing)) ?? (await read(assistantId, listing));
          return markdown === undefined ? undefined : { name: listing.name, markdown };
        }),
      );
    },

    async remove(assistantId, listings) {
      await Promise.all(listings.map((listing) => removeText(assistantId, idOf(listing))));
    },

    async sweep(assistantId, listed) {
      const ids = new Set(listed.map(idOf));
      const left = (await ledger.list(textsOf(assistantId))).filter(
        (entry) => !ids.has(entry.id) && isLeft(entry),
      );
      await Promise.all(left.map(({ id }) => removeText(assistantId, id)));
    },

    async removeAll(assistantId) {
      const texts = await ledger.list(textsOf(assistantId));
      await Promise.all(texts.map(({ id }) => removeText(assistantId, id)));
      for (const { id } of await ledger.list(keptOf(assistantId))) await removeKept(assistantId, id);
    },

    async keep(assistantId, listing) {
      const markdown = await read(assistantId, listing);
      if (markdown === undefined) return;
      await ledger.write(keptOf(assistantId), keptId(listing), { markdown }, 'absent');
    },

    async prune(assistantId, used) {
      const ids = new Set(used.map(keptId));
      for (const { id } of await ledger.list(keptOf(assistantId))) {
        if (!ids.has(id)) await removeKept(assistantId, id);
      }
    },
  };
}

/** Stores what lists texts; `undo` deletes the written texts where that is refused. */
export async function undoneWhereRefused<T>(undo: () => Promise<void>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    // Where the store is away, the change may be stored all the same.
    if (error instanceof AppError && error.code !== 'store-unavailable') await undo();
    throw error;
  }
}
