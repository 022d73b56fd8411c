import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/ports.ts';
import { partitionLog, type PartitionLog } from './log.ts';
import { valueAt, type Document } from './sql.ts';

export interface ContainerDefinition {
  id: string;
  partitionKey: { paths: string[] };
  /** -1: on, and items say for themselves how long they live. */
  defaultTtl?: number;
  indexingPolicy: { includedPaths?: { path: string }[]; fullTextIndexes?: { path: string }[] };
  fullTextPolicy?: { fullTextPaths: { path: string }[] };
}

/** The answer to one operation on an item. */
export interface Result {
  status: number;
  item?: Document;
  substatus?: number;
}

interface PatchRequest {
  condition?: string | undefined;
  operations: { op: string; path: string; value?: unknown }[];
}

interface WriteOptions {
  ifMatch?: string | undefined;
}

/** The items of a logical partition, in the order in which they were made. */
type Items = ReadonlyMap<string, Document>;

/** A container in one of its states. */
export interface View {
  partition(key: string): Document[];
  /** The items of one of the two physical partitions, or of both. */
  range(id?: string): Document[];
  read(key: string, id: string): Result;
}

/**
 * The items of a container, in memory, with the service's rules for ids, ETags and times to live. Reads show
 * the newest.
 */
export interface Container extends View {
  definition: ContainerDefinition;
  /** The log of a physical partition. */
  log(range: string): PartitionLog<unknown>;
  /** As of an LSN; for what lies in the physical partition that it is of. */
  at(lsn: number): View;
  create(key: string, document: Document): Result;
  upsert(key: string, document: Document): Result;
  replace(key: string, id: string, document: Document, options: WriteOptions): Result;
  remove(key: string, id: string, options: WriteOptions): Result;
  patch(key: string, id: string, request: PatchRequest, options: WriteOptions): Result;
  /** Carries out all of it or nothing. */
  atomically<T>(work: () => { done: boolean; answer: T }): T;
}

const FORBIDDEN_IN_IDS = /[/\\?#]/;

const RANGE_IDS = ['0', '1'];

/** The physical partition in which a logical one lies; there are two, so that every list has to be merged. */
export function rangeOf(key: string): string {
  return (createHash('sha256').update(key).digest()[0] ?? 0) < 128 ? '0' : '1';
}

export function container(definition: ContainerDefinition, clock: Clock): Container {
  const logs: Record<string, PartitionLog<Items>> = {};
  const logOf = (range: string) => (logs[range] ??= partitionLog(() => performance.now()));
  let written = 0;
  /** The writes of a transaction so far. */
  let staged: Map<string, Items> | undefined;
  const keyPath = (definition.partitionKey.paths[0] ?? '').split('/').slice(1);

  const alive = (item: Document): boolean => {
    const { ttl, _ts } = item;
    if (definition.defaultTtl === undefined || typeof ttl !== 'number' || typeof _ts !== 'number') {
      return true;
    }
    return clock.now() / 1000 < _ts + ttl;
  };
  const itemsAt = (key: string, lsn?: number) => staged?.get(key) ?? logOf(rangeOf(key)).at(key, lsn);
  const partition = (key: string, lsn?: number) => [...(itemsAt(key, lsn)?.values() ?? [])].filter(alive);
  const found = (key: string, id: string, lsn?: number) => partition(key, lsn).find((item) => item.id === id);

  function store(key: string, items: Items): void {
    if (staged) staged.set(key, items);
    else logOf(rangeOf(key)).write(new Map([[key, items]]));
  }

  const view = (lsn?: number): View => ({
    partition: (key) => partition(key, lsn),
    range: (id) =>
      RANGE_IDS.filter((range) => id === undefined || range === id).flatMap((range) =>
        logOf(range)
          .keys()
          .flatMap((key) => partition(key, lsn)),
      ),
    read(key, id) {
      const item = found(key, id, lsn);
      return item ? { status: 200, item } : { status: 404 };
    },
  });

  function put(key: string, document: Document, status: number): Result {
    if (valueAt(document, keyPath) !== key) return { status: 400, substatus: 1001 };
    if (document.id === '' || FORBIDDEN_IN_IDS.test(document.id)) return { status: 400 };
    written++;
    const item: Document = {
      ...document,
      _rid: `rid-${definition.id}-${written}`,
      _etag: `"0000${written.toString(16).padStart(8, '0')}-0000-0100-0000-000000000000"`,
      _ts: Math.floor(clock.now() / 1000),
    };
    store(key, new Map([...(itemsAt(key) ?? []), [item.id, item]]));
    return { status, item };
  }

  function guarded(
    key: string,
    id: string,
    { ifMatch }: WriteOptions,
    work: (now: Document) => Result,
  ): Result {
    const now = found(key, id);
    if (!now) return { status: 404 };
    return ifMatch !== undefined && ifMatch !== now['_etag'] ? { status: 412 } : work(now);
  }

  return {
    definition,
    ...view(),
    log: logOf,
    at: view,
    create: (key, document) => (found(key, document.id) ? { status: 409 } : put(key, document, 201)),
    upsert: (key, document) => put(key, document, found(key, document.id) ? 200 : 201),
    replace: (key, id, document, options) => guarded(key, id, options, () => put(key, document, 200)),
    remove: (key, id, options) =>
      guarded(key, id, options, () => {
        store(key, new Map([...(itemsAt(key) ?? [])].filter(([other]) => other !== id)));
        return { status: 204 };
      }),
    patch: (key, id, { condition, operations }, options) =>
      guarded(key, id, options, (now) => {
        const holds = /^FROM c WHERE c\.(\w+) > (\d+)$/.exec(condition ?? '');
        if (condition !== undefined && !holds) return { status: 400 };
        if (holds && !(Number(now[holds[1] ?? '']) > Number(holds[2]))) return { status: 412 };
        const next: Document = { ...now };
        for (const { op, path, value } of operations) {
          const name = path.slice(1);
          if (op === 'set') next[name] = value;
          else if (op === 'incr') next[name] = Number(next[name] ?? 0) + Number(value);
          else return { status: 400 };
        }
        return put(key, next, 200);
      }),
    atomically(work) {
      const transaction = new Map<string, Items>();
      staged = transaction;
      const { done, answer } = work();
      staged = undefined;
      const [key] = transaction.keys();
      if (done && key !== undefined) logOf(rangeOf(key)).write(transaction);
      return answer;
    },
  };
}
