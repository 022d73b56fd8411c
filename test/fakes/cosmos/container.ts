import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/ports.ts';
import { valueAt, type Document } from './sql.ts';

export interface ContainerDefinition {
  id: string;
  partitionKey: { paths: string[] };
  /** -1: on, and items say for themselves how long they live. */
  defaultTtl?: number;
  indexingPolicy: { includedPaths: { path: string }[]; fullTextIndexes?: { path: string }[] };
  fullTextPolicy?: { fullTextPaths: { path: string }[] };
}

/** What one operation on an item answers. */
export interface Result {
  status: number;
  item?: Document;
  substatus?: number;
}

export interface PatchRequest {
  condition?: string | undefined;
  operations: { op: string; path: string; value?: unknown }[];
}

export interface WriteOptions {
  ifMatch?: string | undefined;
}

/** The items of a container, in memory, with the service's rules for ids, ETags and times to live. */
export interface Container {
  definition: ContainerDefinition;
  partition(key: string): Document[];
  /** The items of one of the two physical partitions, or of both. */
  range(id?: string): Document[];
  read(key: string, id: string): Result;
  create(key: string, document: Document): Result;
  upsert(key: string, document: Document): Result;
  replace(key: string, id: string, document: Document, options: WriteOptions): Result;
  remove(key: string, id: string, options: WriteOptions): Result;
  patch(key: string, id: string, request: PatchRequest, options: WriteOptions): Result;
  /** Carries out all of it or nothing. */
  atomically<T>(work: () => { done: boolean; answer: T }): T;
}

const FORBIDDEN_IN_IDS = /[/\\?#]/;

/** The physical partition in which a logical one lies; there are two, so that every list has to be merged. */
export function rangeOf(key: string): string {
  return (createHash('sha256').update(key).digest()[0] ?? 0) < 128 ? '0' : '1';
}

export function container(definition: ContainerDefinition, clock: Clock): Container {
  let stored = new Map<string, Map<string, Document>>();
  let written = 0;
  const keyPath = (definition.partitionKey.paths[0] ?? '').split('/').slice(1);

  const alive = (item: Document): boolean => {
    const { ttl, _ts } = item;
    if (definition.defaultTtl === undefined || typeof ttl !== 'number' || typeof _ts !== 'number')
      return true;
    return clock.now() / 1000 < _ts + ttl;
  };
  const partition = (key: string) => [...(stored.get(key)?.values() ?? [])].filter(alive);
  const found = (key: string, id: string) => partition(key).find((item) => item.id === id);

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
    const items = new Map(stored.get(key) ?? []);
    items.set(item.id, item);
    stored.set(key, items);
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
    partition,
    range: (id) =>
      [...stored.keys()].filter((key) => id === undefined || rangeOf(key) === id).flatMap(partition),
    read(key, id) {
      const item = found(key, id);
      return item ? { status: 200, item } : { status: 404 };
    },
    create: (key, document) => (found(key, document.id) ? { status: 409 } : put(key, document, 201)),
    upsert: (key, document) => put(key, document, found(key, document.id) ? 200 : 201),
    replace: (key, id, document, options) => guarded(key, id, options, () => put(key, document, 200)),
    remove: (key, id, options) =>
      guarded(key, id, options, () => {
        const items = new Map(stored.get(key) ?? []);
        items.delete(id);
        stored.set(key, items);
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
      const before = new Map(stored);
      const { done, answer } = work();
      if (!done) stored = before;
      return answer;
    },
  };
}
