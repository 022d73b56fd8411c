import type { Container, JSONObject, OperationInput } from '@azure/cosmos';
import type { ReadConsistency } from '../../../ports.ts';
import { isSessionAhead, type Perform } from './operation.ts';

/** An item as it came from the service, with the ETag that a write can be conditional on. */
export interface Found {
  item: unknown;
  etag: string;
}

/** A write that was refused. `repeated`: an earlier attempt of the very same write may have been carried out. */
export interface Refused {
  ok: false;
  /** 404, 409 or 412. */
  status: number;
  repeated: boolean;
}

export type Written = { ok: true; etag: string } | Refused;

/** What became of a batch, all of it or nothing; `at` is the operation that was refused, and `etags` are in order. */
export type BatchOutcome = { ok: true; etags: string[] } | (Refused & { at: number });

export interface Query {
  sql: string;
  parameters?: Readonly<Record<string, string | number>>;
  /** Left out, every partition is asked. */
  partition?: string;
  /** Default `session`. */
  consistency?: ReadConsistency;
}

/** What is stored: JSON with an id. */
export type Item = JSONObject & { id: string };

/** One container. `operation` is the name that telemetry knows; a failure is `store-unavailable`. */
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
  /** Adds to a field where a condition holds, and never twice; undefined where it does not, or nothing is there. */
  increment(
    operation: string,
    partition: string,
    id: string,
    change: { field: string; by: number; condition: string },
  ): Promise<{ item: unknown } | { status: number }>;
  batch(operation: string, partition: string, operations: OperationInput[]): Promise<BatchOutcome>;
  query(operation: string, query: Query): Promise<unknown[]>;
}

/** What the operations after the one that was refused, and before it, answer (Failed Dependency). */
const BYSTANDER = 424;
/** What a write under `If-Match` is told: it is gone, it has changed. */
const CONDITIONAL = [404, 412];
/** What an operation of a batch is told: it is gone, it is there already, it has changed. */
const BATCH_ANSWERS = [404, 409, 412];

/** A container that is opened by its first use. */
export function items(open: () => Promise<Container>, performOpened: Perform): Items {
  /** Loading the SDK is no time in which the service does not answer; where that fails, the operation says so. */
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
      const accessCondition = { type: 'IfMatch', condition: etag };
      const outcome = await perform({
        label,
        repeatable: true,
        answers: CONDITIONAL,
        send: async (abortSignal) =>
          (await open()).item(item.id, partition).replace(item, { accessCondition, abortSignal }),
      });
      return outcome.answer ? { ok: true, etag: outcome.answer.etag } : { ok: false, ...outcome };
    },

    async remove(label, partition, id, etag) {
      const accessCondition = { type: 'IfMatch', condition: etag };
      const outcome = await perform({
        label,
        repeatable: true,
        answers: CONDITIONAL,
        send: async (abortSignal) =>
          (await open()).item(id, partition).delete({ accessCondition, abortSignal }),
      });
      return outcome.answer ? { ok: true } : { ok: false, ...outcome };
    },

    async increment(label, partition, id, { field, by, condition }) {
      const outcome = await perform({
        label,
        repeatable: false,
        answers: CONDITIONAL,
        send: async (abortSignal) =>
          (await open())
            .item(id, partition)
            .patch<Item>(
              { condition, operations: [{ op: 'incr', path: `/${field}`, value: by }] },
              { abortSignal },
            ),
      });
      return outcome.answer ? { item: outcome.answer.resource } : { status: outcome.status };
    },

    async batch(label, partition, operations) {
      const outcome = await perform({
        label,
        repeatable: true,
        answers: [],
        async send(abortSignal) {
          const response = await (await open()).items.batch(operations, partition, { abortSignal });
          const results = response.result ?? [];
          const at = results.findIndex(({ statusCode }) => statusCode >= 400 && statusCode !== BYSTANDER);
          const refused = results[at];
          // A batch that failed is an answer to the SDK (207), and a failure here.
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
            const options = {
              abortSignal,
              ...consistencyLevel,
              ...(partition !== undefined && { partitionKey: partition }),
            };
            return await (await open()).items.query<unknown>(spec, options).fetchAll();
          });
        },
      });
      if (!answer) throw new Error('No status answers a query.');
      return answer.resources;
    },
  };
}

/**
 * The level of a request: the client's own (`connection.ts`), or Strong. A session that is ahead of every replica is read
 * Strong from the next attempt on, which sees all that the session has seen.
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

/** An answer that the SDK does not throw, as the error that it throws for the same answer elsewhere. */
function refusal(code: number | undefined, substatus?: number): Error {
  return Object.assign(new Error('The service refused.'), { code, substatus });
}
