import type { Container, JSONObject, OperationInput } from '@azure/cosmos';
import type { ReadConsistency } from '../../../ports.ts';
import { isSessionAhead, type Perform } from './operation.ts';
import { everyPage } from './query-pages.ts';

/** An item that was read, with its ETag for conditional writes. */
export interface Found {
  item: unknown;
  etag: string;
}

/** A refused write. `repeated`: an earlier attempt of the same write may have been carried out. */
export interface Refused {
  ok: false;
  /** 404, 409 or 412. */
  status: number;
  repeated: boolean;
}

export type Written = { ok: true; etag: string } | Refused;

/**
 * The outcome of a batch, all or nothing; `at` is the index of the refused operation; `etags` are in order.
 */
export type BatchOutcome = { ok: true; etags: string[] } | (Refused & { at: number });

export interface Query {
  sql: string;
  parameters?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Absent: a cross-partition query. */
  partition?: string;
  /** Default `session`. */
  consistency?: ReadConsistency;
}

/** A stored item: JSON with an id. */
export type Item = JSONObject & { id: string };

/** One container. `operation` is the name in telemetry; a failure is `store-unavailable`. */
export interface Items {
  read(
    operation: string,
    partition: string,
    id: string,
    consistency?: ReadConsistency,
  ): Promise<Found | undefined>;
  create(operation: string, item: Item, attempts?: number): Promise<Written>;
  replace(operation: string, partition: string, item: Item, etag: string): Promise<Written>;
  remove(operation: string, partition: string, id: string, etag: string): Promise<{ ok: true } | Refused>;
  /** Adds to a field, never twice; only a status if the item is missing. */
  increment(
    operation: string,
    partition: string,
    id: string,
    change: { field: string; by: number },
  ): Promise<Found | { status: number }>;
  batch(
    operation: string,
    partition: string,
    operations: OperationInput[],
    attempts?: number,
  ): Promise<BatchOutcome>;
  query(operation: string, query: Query): Promise<unknown[]>;
}

/** The status of a batch's other operations when one was refused (Failed Dependency). */
const BYSTANDER = 424;
/** A write under `If-Match`: 404 and 412 refuse it (deleted, changed), and a repeat does no harm. */
const CONDITIONAL_WRITE = { repeatable: true, answers: [404, 412] };
const ifMatch = (etag: string) => ({ accessCondition: { type: 'IfMatch', condition: etag } });
/** The statuses that refuse an operation of a batch: deleted, exists already, changed. */
const BATCH_ANSWERS = [404, 409, 412];

/** A container, opened on first use. */
export interface OpenContainer {
  open(): Promise<Container>;
  /** Makes a new client, unless there is one: the client of this container has an outdated partition map. */
  renew(used: Container): Promise<void>;
}

export function items({ open, renew }: OpenContainer, performOpened: Perform): Items {
  /**
   * The time of loading the SDK does not count towards the time-out; where loading fails, the operation
   * fails.
   */
  const perform: Perform = async (operation) => {
    await open().catch(() => undefined);
    return await performOpened(operation);
  };

  return {
    async read(label, partition, id, consistency) {
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

    async create(label, item, attempts) {
      const outcome = await perform({
        label,
        repeatable: true,
        answers: [409],
        ...(attempts !== undefined && { attempts }),
        send: async (abortSignal) => (await open()).items.create(item, { abortSignal }),
      });
      return outcome.answer ? { ok: true, etag: outcome.answer.etag } : { ok: false, ...outcome };
    },

    async replace(label, partition, item, etag) {
      const outcome = await perform({
        label,
        ...CONDITIONAL_WRITE,
        send: async (abortSignal) =>
          (await open()).item(item.id, partition).replace(item, { ...ifMatch(etag), abortSignal }),
      });
      return outcome.answer ? { ok: true, etag: outcome.answer.etag } : { ok: false, ...outcome };
    },

    async remove(label, partition, id, etag) {
      const outcome = await perform({
        label,
        ...CONDITIONAL_WRITE,
        send: async (abortSignal) =>
          (await open()).item(id, partition).delete({ ...ifMatch(etag), abortSignal }),
      });
      return outcome.answer ? { ok: true } : { ok: false, ...outcome };
    },

    async increment(label, partition, id, { field, by }) {
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

    async batch(label, partition, operations, attempts) {
      const outcome = await perform({
        label,
        repeatable: true,
        answers: [],
        ...(attempts !== undefined && { attempts }),
        async send(abortSignal) {
          // The written documents are known here, so the answer has only their ETags.
          const options = { abortSignal, contentResponseOnWriteEnabled: false };
          const response = await (await open()).items.batch(operations, partition, options);
          const results = response.result ?? [];
          const at = results.findIndex(({ statusCode }) => statusCode >= 400 && statusCode !== BYSTANDER);
          const refused = results[at];
          // The SDK resolves with a failed batch (207); here it is an error.
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

    async query(label, { sql, parameters = {}, partition, consistency }) {
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
            // Unless it has the plan first, the SDK sends a query over partitions once in vain.
            const scope = partition === undefined ? { forceQueryPlan: true } : { partitionKey: partition };
            const options = { abortSignal, ...consistencyLevel, ...scope };
            const container = await open();
            const pages = await everyPage(container.items.query<unknown>(spec, options));
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

/**
 * The consistency level of a request: the client's default (`connection.ts`), or Strong. If no replica has
 * caught up with the session yet, the retry reads with Strong consistency, which includes everything that the
 * session has read.
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
 * Turns an answer that the SDK does not throw into the error that it throws for the same status elsewhere.
 */
function refusal(code: number | undefined, substatus?: number): Error {
  return Object.assign(new Error('The service refused.'), { code, substatus });
}

/**
 * A key as an item id, which must not contain `/`, `\`, `?` or `#`; all other characters stay as they are.
 */
export function itemId(key: string): string {
  return key.replace(/[^\w.:@-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);
}
