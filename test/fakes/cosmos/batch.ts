import * as z from 'zod/mini';
import { charge } from './charges.ts';
import type { Container, Result } from './container.ts';

const Document = z.looseObject({ id: z.string() });
export const Patch = z.object({
  condition: z.optional(z.string()),
  operations: z.array(z.object({ op: z.string(), path: z.string(), value: z.optional(z.unknown()) })),
});

const ifMatch = z.optional(z.string());
const Operation = z.discriminatedUnion('operationType', [
  z.object({ operationType: z.literal('Create'), resourceBody: Document }),
  z.object({ operationType: z.literal('Upsert'), resourceBody: Document }),
  z.object({ operationType: z.literal('Replace'), id: z.string(), resourceBody: Document, ifMatch }),
  z.object({ operationType: z.literal('Delete'), id: z.string(), ifMatch }),
  z.object({ operationType: z.literal('Patch'), id: z.string(), resourceBody: Patch, ifMatch }),
]);
type Operation = z.output<typeof Operation>;

const Operations = z.array(Operation).check(z.maxLength(100));

interface BatchAnswer {
  status: number;
  body: unknown;
  charge: number;
}

function run(on: Container, key: string, operation: Operation): Result {
  switch (operation.operationType) {
    case 'Create':
      return on.create(key, operation.resourceBody);
    case 'Upsert':
      return on.upsert(key, operation.resourceBody);
    case 'Replace':
      return on.replace(key, operation.id, operation.resourceBody, operation);
    case 'Delete':
      return on.remove(key, operation.id, operation);
    case 'Patch':
      return on.patch(key, operation.id, operation.resourceBody, operation);
  }
}

/** The answer to a batch whose first operation is refused. */
export function refusedBatch(body: unknown, status: number): unknown {
  return Operations.parse(body).map((_, n) => ({ statusCode: n === 0 ? status : 424, requestCharge: 0 }));
}

/**
 * A transactional batch: where one operation is refused, nothing is done, and the others answer 424. A
 * minimal answer has ETags and no items.
 */
export function runBatch(on: Container, key: string, body: unknown, isMinimal: boolean): BatchAnswer {
  const operations = Operations.parse(body);
  const results = on.atomically(() => {
    const done: Result[] = [];
    for (const operation of operations) {
      const result = run(on, key, operation);
      done.push(result);
      if (result.status >= 400) {
        const answer = operations.map((_, n) => (n === done.length - 1 ? result : { status: 424 }));
        return { done: false, answer };
      }
    }
    return { done: true, answer: done };
  });
  const charges = results.map(({ item }) => charge.write(Buffer.byteLength(JSON.stringify(item ?? {}))));
  return {
    status: results.every(({ status }) => status < 400) ? 200 : 207,
    charge: charges.reduce((sum, one) => sum + one, 0),
    body: results.map(({ status, item }, n) => ({
      statusCode: status,
      requestCharge: charges[n],
      ...(item && { eTag: item['_etag'], ...(!isMinimal && { resourceBody: item }) }),
    })),
  };
}
