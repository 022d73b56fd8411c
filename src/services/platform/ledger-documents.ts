import type * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Ledger, LedgerEntry, Ports, ReadConsistency, Version } from '../../ports.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** A document of the ledger: its key, and its schema. */
export interface LedgerDocument<T> {
  kind: string;
  id: string;
  /** Parsed on reading, because an older release may have written it. */
  schema: z.ZodMiniType<T>;
  /** Default `session`; `strong` for what a gate rests on. */
  consistency?: ReadConsistency;
}

/** A document as it was read or written. */
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

/** The entries of a list that can be read: one that cannot must not hide the others. */
export function readable<T>(
  entries: readonly LedgerEntry[],
  schema: z.ZodMiniType<T>,
): (LedgerEntry & { value: T })[] {
  return entries.flatMap((entry) => {
    const { success, data } = schema.safeParse(entry.value);
    return success ? [{ ...entry, value: data }] : [];
  });
}

/** Creates a document, and resolves to what is stored: another writer's value if that was first. */
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
 * The result of a change; the unchanged value, or none, writes nothing. `result` is returned to the caller.
 */
export interface DocumentChange<T, R> {
  value?: T | undefined;
  result: R;
}

/** `known` skips the first read: the document as this instance has just read or written it. */
interface ChangedDocument<T> extends LedgerDocument<T> {
  known?: StoredDocument<T> | undefined;
}

/**
 * The only way to read, change and write a document: optimistic, repeated after conflicts.
 * `change` may refuse by throwing. Resolves to its result, and the stored version. `operation` names the
 * change in telemetry and must not contain an id.
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

/** Deletes a document despite concurrent writes. `check` may refuse by throwing. */
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

/** After a conflict the read is strong, because a lagging replica would return the same old version. */
function latest<T>(document: LedgerDocument<T>, attempt: number): LedgerDocument<T> {
  return attempt === 1 ? document : { ...document, consistency: 'strong' };
}
