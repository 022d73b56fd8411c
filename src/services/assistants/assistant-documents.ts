import * as z from 'zod/mini';
import { MAX_DOCUMENTS } from '../../domain/assistants.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock, KnowledgeSource, Ledger, LedgerEntry, Random, Telemetry } from '../../ports.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';

/** An uploaded document, without its text. */
export interface DocumentListing {
  name: string;
  /** How long its text is, in UTF-16 code units. */
  characters: number;
  updatedAt: string;
}

/** The documents that were uploaded for AI agents, by the agent's id. */
export interface AssistantDocuments {
  /** By name. */
  list(assistantId: string): Promise<readonly DocumentListing[]>;
  listAll(): Promise<ReadonlyMap<string, readonly DocumentListing[]>>;
  /** Its text; `not-found` where there is none of that name. */
  read(assistantId: string, name: string): Promise<string>;
  /** Takes the place of one with the same name; `validation-failed` where there would be too many. */
  put(assistantId: string, name: string, markdown: string): Promise<void>;
  /** `not-found` where there is none of that name. */
  remove(assistantId: string, name: string): Promise<void>;
  removeAll(assistantId: string): Promise<void>;
  source(assistantId: string): Promise<KnowledgeSource>;
}

const LISTS = 'assistant-documents';
const textsOf = (assistantId: string) => `documents-${assistantId}`;

const List = z.object({
  documents: z.array(z.object({ name: z.string(), characters: z.int(), updatedAt: z.iso.datetime() })),
});
const Text = z.object({ name: z.string(), markdown: z.string() });

interface Dependencies {
  ledger: Ledger;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/**
 * Keeps documents in the ledger, and a list of them beside, whose version tells whether they have changed. What the list
 * does not name does not count, so a text is written before its listing and removed after it.
 */
export function assistantDocuments(dependencies: Dependencies): AssistantDocuments {
  const { ledger, clock } = dependencies;

  async function list(assistantId: string): Promise<readonly DocumentListing[]> {
    const entry = await ledger.read(LISTS, assistantId);
    return entry ? listingsOf(entry) : [];
  }

  function changeList(
    assistantId: string,
    edit: (listings: readonly DocumentListing[]) => readonly DocumentListing[],
  ): Promise<void> {
    return retryOnConflict(LISTS, dependencies, async () => {
      const entry = await ledger.read(LISTS, assistantId);
      const documents = edit(entry ? listingsOf(entry) : []);
      const written = await ledger.write(LISTS, assistantId, { documents }, entry?.version ?? 'absent');
      return written === undefined ? { written: false } : { written: true, result: undefined };
    });
  }

  function removeEntry(kind: string, id: string): Promise<void> {
    return retryOnConflict(kind, dependencies, async () => {
      const entry = await ledger.read(kind, id);
      const removed = !entry || (await ledger.remove(kind, id, entry.version));
      return removed ? { written: true, result: undefined } : { written: false };
    });
  }

  return {
    list,

    async listAll() {
      const entries = await ledger.list(LISTS);
      return new Map(entries.map((entry) => [entry.id, listingsOf(entry)]));
    },

    async read(assistantId, name) {
      const listed = (await list(assistantId)).some((listing) => listing.name === name);
      const entry = listed ? await ledger.read(textsOf(assistantId), name) : undefined;
      if (!entry) throw new AppError('not-found');
      return Text.parse(entry.value).markdown;
    },

    async put(assistantId, name, markdown) {
      const others = (await list(assistantId)).filter((listing) => listing.name !== name);
      if (others.length >= MAX_DOCUMENTS) {
        throw new AppError('validation-failed', {
          issues: [{ path: 'name', message: `is one too many: an AI agent has ${MAX_DOCUMENTS} at most` }],
        });
      }
      const kind = textsOf(assistantId);
      await retryOnConflict(LISTS, dependencies, async () => {
        const version = (await ledger.read(kind, name))?.version ?? 'absent';
        const written = await ledger.write(kind, name, { name, markdown }, version);
        return written === undefined ? { written: false } : { written: true, result: undefined };
      });
      const updatedAt = new Date(clock.now()).toISOString();
      const listing = { name, characters: markdown.length, updatedAt };
      await changeList(assistantId, (listings) => [...without(listings, name), listing].toSorted(byName));
    },

    async remove(assistantId, name) {
      await changeList(assistantId, (listings) => {
        const rest = without(listings, name);
        if (rest.length === listings.length) throw new AppError('not-found');
        return rest;
      });
      await removeEntry(textsOf(assistantId), name);
    },

    async removeAll(assistantId) {
      await removeEntry(LISTS, assistantId);
      const texts = await ledger.list(textsOf(assistantId));
      await Promise.all(texts.map(({ id }) => removeEntry(textsOf(assistantId), id)));
    },

    async source(assistantId) {
      const entry = await ledger.read(LISTS, assistantId);
      const names = new Set(entry && listingsOf(entry).map(({ name }) => name));
      return {
        kind: 'documents',
        key: `${assistantId} ${entry?.version ?? ''}`,
        async documents() {
          const texts = await ledger.list(textsOf(assistantId));
          return texts.map(({ value }) => Text.parse(value)).filter(({ name }) => names.has(name));
        },
      };
    },
  };
}

function listingsOf({ value }: LedgerEntry): readonly DocumentListing[] {
  return List.parse(value).documents;
}

function without(listings: readonly DocumentListing[], name: string): DocumentListing[] {
  return listings.filter((listing) => listing.name !== name);
}

function byName(one: DocumentListing, other: DocumentListing): number {
  return one.name.localeCompare(other.name);
}
