import type * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import type { Ledger, LedgerEntry, Ports, ReadConsistency, Version } from '../ports.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** The key and the schema of a document in the ledger. */
export interface LedgerDocument<T> {
  kind: string;
  id: string;
  /** Applied on each read. */
  schema: z.ZodMiniType<T>;
  /** Default `session`; use `strong` for access checks. */
  consistency?: ReadConsistency;
}

/** A read or written document. */
export interface StoredDocument<T> {
  value: T;
  version: Version;
}

type LedgerPorts = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>;

/** Undefined if the document does not exist. */
export async function readDocument<T>(
  ledger: Pick<Ledger, 'read'>,
  { kind, id, schema, consistency }: LedgerDocument<T>,
): Promise<StoredDocument<T> | undefined> {
  const entry = await ledger.read(kind, id, consistency);
  return entry && { value: schema.parse(entry.value), version: entry.version };
}

/** The entries that can be parsed; invalid ones are left out, so that they do not hide the others. */
export function readable<T>(
  entries: readonly LedgerEntry[],
  schema: z.ZodMiniType<T>,
): (LedgerEntry & { value: T })[] {
  return entries.flatMap((entry) => {
    const { success, data } = schema.safeParse(entry.value);
    return success ? [{ ...entry, value: data }] : [];
  });
}

/** Creates a document if it does not exist, and resolves to the stored value. */
export async function createOnce<T>(
  ledger: Pick<Ledger, 'read' | 'write'>,
  document: LedgerDocument<T>,
  value: T,
): Promise<T> {
  if ((await ledger.write(document.kind, document.id, value, 'absent')) !== undefined) return value;
  const first = await readDocument(ledger, { ...document, consistency: 'strong' });
  if (!first) throw new AppError('store-unavailable');
  return first.value;
}

/**
 * `value`: the new value; undefined or the unchanged value writes nothing. `result` is returned to the
 * caller.
 */
export interface DocumentChange<T, R> {
  value?: T | undefined;
  result: R;
}

/** `known`: the document that this instance has just read or written; it skips the first read. */
interface ChangedDocument<T> extends LedgerDocument<T> {
  known?: StoredDocument<T> | undefined;
}

/**
 * Reads, changes and writes a document with optimistic concurrency, repeated after conflicts. `change` may
 * throw to refuse. Resolves to its result and the stored version. `operation` names the change in telemetry
 * and must not contain an id.
 */
export function updateDocument<T, R>(
  operation: string,
  ports: LedgerPorts,
  document: ChangedDocument<T>,
  change: (stored: StoredDocument<T> | undefined) => DocumentChange<T, R> | Promise<DocumentChange<T, R>>,
): Promise<{ result: R; version: Version | 'absent' }> {
  const { ledger } = ports;
  return retryOnConflict(operation, ports, async (attempt) => {
    const known = attempt === 1 ? document.known : undefined;
    const stored = known ?? (await readDocument(ledger, latest(document, attempt)));
    const expected = stored?.version ?? 'absent';
    const { value, result } = await change(stored);
    if (value === undefined || value === stored?.value) {
      return { written: true, result: { result, version: expected } };
    }
    const version = await ledger.write(document.kind, document.id, value, expected);
    return version === undefined ? { written: false } : { written: true, result: { result, version } };
  });
}

/** Deletes a document, repeated after concurrent writes. `check` may throw to refuse. */
export function removeDocument<T>(
  operation: string,
  ports: LedgerPorts,
  document: LedgerDocument<T>,
  check: (stored: StoredDocument<T> | undefined) => void = () => undefined,
): Promise<void> {
  const { ledger } = ports;
  const { kind, id } = document;
  return retryOnConflict(operation, ports, async (attempt) => {
    const stored = await readDocument(ledger, latest(document, attempt));
    check(stored);
    const removed = !stored || (await ledger.remove(kind, id, stored.version));
    return removed ? { written: true, result: undefined } : { written: false };
  });
}

/** After a conflict the read is strong, because a lagging replica would return the outdated version again. */
function latest<T>(document: LedgerDocument<T>, attempt: number): LedgerDocument<T> {
  return attempt === 1 ? document : { ...document, consistency: 'strong' };
}
