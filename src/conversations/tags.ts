import * as z from 'zod/mini';
import { entityTag } from '../lib/entity-tag.ts';
import { AppError } from '../core/errors.ts';
import { nowIso, trusted } from '../lib/fields.ts';
import { ALL_AGENTS } from '../platform/rules/realtime-groups.ts';
import { StoredTag, type Tag, type TagEdit } from './records/tag.ts';
import {
  addTag,
  changeTag,
  deleteTag,
  liveTags,
  type CatalogOutcome,
  type TagCatalog,
} from './rules/tags.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';

/** The catalog with its entity tag, which changes with every tag. */
interface TagReading {
  catalog: TagCatalog;
  etag: string;
}

const Stored = trusted(z.object({ tags: z.readonly(z.array(StoredTag)) }));
const DOCUMENT = { kind: 'settings', id: 'tags', schema: Stored, consistency: 'strong' } as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'realtime' | 'telemetry'> & {
  background: Background;
};

/** All tags are in one ledger document, so that unique names and the limit hold for concurrent changes. */
export function tags(dependencies: Dependencies) {
  const { clock, ledger, random, realtime, background } = dependencies;

  async function read(): Promise<TagReading> {
    const stored = await readDocument(ledger, DOCUMENT);
    return { catalog: stored?.value.tags ?? [], etag: entityTag(stored?.version ?? 'absent') };
  }

  /** Stores a change, and sends the new list to all desks. */
  async function change(expected: Expected, rule: (catalog: TagCatalog) => CatalogOutcome): Promise<string> {
    const { result, version } = await updateDocument('tags', dependencies, DOCUMENT, (stored) => {
      refuseStale(entityTag(stored?.version ?? 'absent'), expected);
      const outcome = rule(stored?.value.tags ?? []);
      if (!outcome.ok) throw new AppError(outcome.refusal);
      return { value: { tags: outcome.catalog }, result: outcome.catalog };
    });
    background.run(realtime.toGroup(ALL_AGENTS, { type: 'tags', tags: liveTags(result) }));
    return entityTag(version);
  }

  return {
    read,

    /** The names by id, including deleted tags. */
    async names(): Promise<{ names: ReadonlyMap<string, string>; etag: string }> {
      const { catalog, etag } = await read();
      return { names: new Map(catalog.map(({ id, name }) => [id, name])), etag };
    },

    async create(edit: TagEdit, expected: Expected): Promise<{ tag: Tag; etag: string }> {
      const tag = { id: random.uuid(), ...edit };
      return { tag, etag: await change(expected, (catalog) => addTag(catalog, tag)) };
    },

    async update(id: string, edit: TagEdit, expected: Expected): Promise<{ tag: Tag; etag: string }> {
      const tag = { id, ...edit };
      return { tag, etag: await change(expected, (catalog) => changeTag(catalog, tag)) };
    },

    async remove(id: string, expected: Expected): Promise<void> {
      await change(expected, (catalog) => deleteTag(catalog, id, nowIso(clock)));
    },
  };
}

/** The tags of the deployment. Changes throw `precondition-failed` if the version differs from `expected`. */
export type Tags = ReturnType<typeof tags>;
