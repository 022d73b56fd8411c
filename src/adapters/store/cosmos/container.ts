import type { Container, JSONObject, OperationInput } from '@azure/cosmos';
import type { ReadConsistency } from '../../../ports.ts';
import { isSessionAhead, type Perform } from './operation.ts';
import { readAllPages } from './query-pages.ts';

/** An item with its ETag for conditional writes. */
export interface StoredItem {
  item: unknown;
  etag: string;
}

/** A refused write. `repeated` means that an earlier attempt of the same write may have succeeded. */
export interface RefusedWrite {
  ok: false;
  /** 404, 409 or 412. */
  status: number;
  repeated: boolean;
}

type WriteResult = { ok: true; etag: string } | RefusedWrite;

/** The outcome of a transactional batch. `at` is the index of the refused operation; `etags` are in order. */
type BatchOutcome = { ok: true; etags: string[] } | (RefusedWrite & { at: number });

interface Query {
  sql: string;
  parameters?: Readonly<Record<string, string | number | readonly string[]>>;
  /** If missing, the query is cross-partition. */
  partition?: string;
  /** Default: `session`. */
  consistency?: ReadConsistency;
}

/** A stored item: JSON with an id. */
export type Item = JSONObject & { id: string };

/** The status of the other operations in a refused batch (Failed Dependency). */
const FAILED_DEPENDENCY = 424;
/** A write with `If-Match`: refused with 404 (deleted) or 412 (changed); a retry is safe. */
const CONDITIONAL_WRITE = { repeatable: true, answers: [404, 412] };
const ifMatch = (etag: string) => ({ accessCondition: { type: 'IfMatch', condition: etag } });
/** Statuses that refuse an operation of a batch: deleted, already exists, changed. */
const BATCH_ANSWERS = [404, 409, 412];

/** Opens a container on first use. */
export interface OpenContainer {
  open(): Promise<Container>;
  /**
   * Replaces the client of this container, whose partition map is outdated, unless that has already happened.
   */
  renew(used: Container): Promise<void>;
}

export function items({ open, renew }: OpenContainer, performOpened: Perform) {
  /** Loading the SDK does not count towards the time-out. If loading fails, the operation fails. */
  const perform: Perform = async (operation) => {
    await open().catch(() => undefined);
    return await performOpened(operation);
  };

  return {
    async read(
      label: string,
      partition: string,
      id: string,
      consistency?: ReadConsistency,
    ): Promise<StoredItem | undefined> {
      const level = requestLevel(consistency);
      const { answer } = await perform({
        label,
        repeatable: true,
        answers: [404],
        async send(abortSignal) {
          return await level.ask(async (consistencyLevel) => {
            const item = (await open()).item(id, partition);
            const response = await item.read<Item>({ ...consistencyLevel, abortSignal });
            if (response.statusCode === 404) throw refusal(404, response.substatus);
            return response;
          });
        },
      });
      return answer && { item: answer.resource, etag: answer.etag };
    },

    async create(label: string, item: Item, attempts?: number): Promise<WriteResult> {
      const outcome = await perform({
        label,
        repeatable: true,
        answers: [409],
        ...(attempts !== undefined && { attempts }),
        send: async (abortSignal) => (await open()).items.create(item, { abortSignal }),
      });
      return outcome.answer ? { ok: true, etag: outcome.answer.etag } : { ok: false, ...outcome };
    },

    async replace(label: string, partition: string, item: Item, etag: string): Promise<WriteResult> {
      const outcome = await perform({
        label,
        ...CONDITIONAL_WRITE,
        send: async (abortSignal) =>
          (await open()).item(item.id, partition).replace(item, { ...ifMatch(etag), abortSignal }),
      });
      return outcome.answer ? { ok: true, etag: outcome.answer.etag } : { ok: false, ...outcome };
    },

    async remove(
      label: string,
      partition: string,
      id: string,
      etag: string,
    ): Promise<{ ok: true } | RefusedWrite> {
      const outcome = await perform({
        label,
        ...CONDITIONAL_WRITE,
        send: async (abortSignal) =>
          (await open()).item(id, partition).delete({ ...ifMatch(etag), abortSignal }),
      });
      return outcome.answer ? { ok: true } : { ok: false, ...outcome };
    },

    /** Increments a field at most once. Returns only a status if the item is missing. */
    async increment(
      label: string,
      partition: string,
      id: string,
      { field, by }: { field: string; by: number },
    ): Promise<StoredItem | { status: number }> {
      const outcome = await perform({
        label,
        repeatable: false,
        answers: [404],
        send: async (abortSignal) =>
          (await open())
            .item(id, partition)
            .patch<Item>({ operations: [{ op: 'incr', path: `/${field}`, value: by }] }, { abortSignal }),
      });
      const { answer } = outcome;
      return answer ? { item: answer.resource, etag: answer.etag } : { status: outcome.status };
    },

    async batch(
      label: string,
      partition: string,
      operations: OperationInput[],
      attempts?: number,
    ): Promise<BatchOutcome> {
      const outcome = await perform({
        label,
        repeatable: true,
        answers: [],
        ...(attempts !== undefined && { attempts }),
        async send(abortSignal) {
          // The response needs only the ETags, because the written documents are known here.
          const options = { abortSignal, contentResponseOnWriteEnabled: false };
          const response = await (await open()).items.batch(operations, partition, options);
          const results = response.result ?? [];
          const at = results.findIndex(
            ({ statusCode }) => statusCode >= 400 && statusCode !== FAILED_DEPENDENCY,
          );
          const refused = results[at];
          // The SDK resolves with a failed batch (207). Here it becomes an error.
          if (refused && !BATCH_ANSWERS.includes(refused.statusCode)) throw refusal(refused.statusCode);
          if (!refused && results.length !== operations.length) throw refusal(response.code);
          const requestCharge = Number(response.headers['x-ms-request-charge'] ?? 0);
          return {
            requestCharge,
            at,
            status: refused?.statusCode,
            etags: results.map(({ eTag }) => eTag ?? ''),
          };
        },
      });
      if (!outcome.answer) return { ok: false, at: 0, ...outcome };
      const { at, status, etags } = outcome.answer;
      return status === undefined
        ? { ok: true, etags }
        : { ok: false, at, status, repeated: outcome.repeated };
    },

    async query(label: string, { sql, parameters = {}, partition, consistency }: Query): Promise<unknown[]> {
      const level = requestLevel(consistency);
      const spec = {
        query: sql,
        parameters: Object.entries(parameters).map(([key, value]) => ({ name: `@${key}`, value })),
      };
      const { answer } = await perform({
        label,
        repeatable: true,
        answers: [],
        async send(abortSignal) {
          return await level.ask(async (consistencyLevel) => {
            // Without the plan the SDK first sends a cross-partition query that always fails.
            const scope = partition === undefined ? { forceQueryPlan: true } : { partitionKey: partition };
            const options = { abortSignal, ...consistencyLevel, ...scope };
            const container = await open();
            const pages = await readAllPages(container.items.query<unknown>(spec, options));
            if (pages.partitionIsGone) {
              await renew(container);
              throw refusal(410, 1002);
            }
            return pages;
          });
        },
      });
      if (!answer) throw new Error('No status answers a query.');
      return answer.resources;
    },
  };
}

/** One container. `label` names the call in telemetry. Methods throw `store-unavailable`. */
export type Items = ReturnType<typeof items>;

/**
 * The consistency level of a request: the client's default, or Strong. If no replica has caught up with the
 * session, the retry reads with Strong consistency, which includes all reads of the session.
 */
function requestLevel(consistency: ReadConsistency = 'session') {
  let strong = consistency === 'strong';
  return {
    async ask<T>(send: (level: { consistencyLevel?: string }) => Promise<T>): Promise<T> {
      try {
        return await send(strong ? { consistencyLevel: 'Strong' } : {});
      } catch (error) {
        strong ||= isSessionAhead(error);
        throw error;
      }
    },
  };
}

/**
 * Converts a response that the SDK does not throw into the error that it throws for the same status
 * elsewhere.
 */
function refusal(code: number | undefined, substatus?: number): Error {
  return Object.assign(new Error('The service refused.'), { code, substatus });
}

/** A key as an item id, which cannot contain `/`, `\`, `?` or `#`. Other characters stay unchanged. */
export function itemId(key: string): string {
  return key.replace(/[^\w.:@-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);
}
