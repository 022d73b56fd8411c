import type * as z from 'zod/mini';
import { entityTag } from '../lib/entity-tag.ts';
import { AppError, type ErrorCode } from '../core/errors.ts';
import type { LedgerEntry, Ports, ReadConsistency } from '../ports.ts';
import { readable, removeDocument, updateDocument, type StoredDocument } from './ledger-documents.ts';

/** A document with its entity tag (quoted, like in the ETag header), which changes with every write. */
export interface LedgerRecord<T> {
  id: string;
  value: T;
  etag: string;
}

/** The entity tags of If-Match, one of which must be current; undefined: no check. */
export type Expected = readonly string[] | undefined;

/** Editable documents of one kind. */
interface LedgerRecords<T> {
  /** Sorted by id. */
  list(): Promise<LedgerRecord<T>[]>;
  /** Undefined if it does not exist. Default consistency `session`; use `strong` for access checks. */
  find(id: string, consistency?: ReadConsistency): Promise<LedgerRecord<T> | undefined>;
  create(id: string, value: T): Promise<LedgerRecord<T>>;
  /** Undefined if the id is taken. */
  createIfFree(id: string, value: T): Promise<LedgerRecord<T> | undefined>;
  /**
   * Stores the result of `edit` on the newest version. `edit` may throw to refuse, and is called again after
   * a write conflict.
   */
  change(id: string, edit: (record: LedgerRecord<T>) => T): Promise<LedgerRecord<T>>;
  /** Deletes the newest version, unless `check` throws. */
  remove(id: string, check: (record: LedgerRecord<T>) => void): Promise<void>;
}

type Dependencies<T> = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  kind: string;
  schema: z.ZodMiniType<T>;
  /** The error code for a missing document. */
  missing: ErrorCode;
};

/** Stores documents of one kind in the ledger. */
export function ledgerRecords<T>(dependencies: Dependencies<T>): LedgerRecords<T> {
  const { ledger, kind, schema, missing } = dependencies;
  const fromEntry = ({ id, value, version }: LedgerEntry): LedgerRecord<T> => ({
    id,
    value: schema.parse(value),
    etag: entityTag(version),
  });

  const document = (id: string) => ({ kind, id, schema, consistency: 'strong' as const });

  function requireRecord(id: string, stored: StoredDocument<T> | undefined): LedgerRecord<T> {
    if (!stored) throw new AppError(missing);
    return { id, value: stored.value, etag: entityTag(stored.version) };
  }

  async function createIfFree(id: string, value: T): Promise<LedgerRecord<T> | undefined> {
    const version = await ledger.write(kind, id, value, 'absent');
    return version === undefined ? undefined : { id, value, etag: entityTag(version) };
  }

  return {
    createIfFree,
    list: async () => readable(await ledger.list(kind), schema).map(fromEntry),

    async find(id, consistency = 'session') {
      const near = await ledger.read(kind, id, consistency);
      // A replica may lag behind another instance's write.
      const entry = near ?? (consistency === 'strong' ? undefined : await ledger.read(kind, id, 'strong'));
      return entry && fromEntry(entry);
    },

    async create(id, value) {
      const created = await createIfFree(id, value);
      if (!created) throw new Error('An id that was made just now is taken.');
      return created;
    },

    async change(id, edit) {
      const { result, version } = await updateDocument(kind, dependencies, document(id), (stored) => {
        const value = edit(requireRecord(id, stored));
        return { value, result: value };
      });
      return { id, value: result, etag: entityTag(version) };
    },

    remove: (id, check) =>
      removeDocument(kind, dependencies, document(id), (stored) => check(requireRecord(id, stored))),
  };
}

/** Throws `precondition-failed` if `etag` is not expected (RFC 9110 §13.1.1). */
export function refuseStale(etag: string, expected: Expected): void {
  if (expected && !expected.includes(etag)) throw new AppError('precondition-failed');
}
