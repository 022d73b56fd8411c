import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { Patch, runBatch } from './batch.ts';
import { charge } from './charges.ts';
import type { Container, Result } from './container.ts';
import type { Request } from './faults.ts';
import { queryPlan, RANGES, runQuery } from './queries.ts';

const Document = z.looseObject({ id: z.string() });
const Query = z.object({
  query: z.string(),
  parameters: z._default(z.array(z.object({ name: z.string(), value: z.unknown() })), []),
});
const Key = z.tuple([z.string()]);

export interface Answer {
  status: number;
  body?: unknown;
  charge: number;
  etag?: string;
  substatus?: number;
}

/** A request as it is understood: what it is about, and how to carry it out. */
export interface Understood extends Request {
  carryOut(body: unknown): Answer;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};
const isSet = (request: IncomingMessage, name: string) => header(request, name)?.toLowerCase() === 'true';

/** Reads a request of the REST protocol; undefined where there is no such container. */
export function understand(
  request: IncomingMessage,
  containers: ReadonlyMap<string, Container>,
): Understood | undefined {
  const segments = (request.url ?? '/').split('?')[0]?.split('/').slice(1).map(decodeURIComponent) ?? [];
  const [, , , name = '', collection, id] = segments;
  const about = (kind: Request['kind'], carryOut: Understood['carryOut']) => ({
    kind,
    container: name,
    carryOut,
  });
  // A role of the data plane makes, changes and removes items alone.
  if (collection === undefined && request.method !== 'GET') {
    return about('management', () => ({ status: 403, substatus: 5300, charge: 0 }));
  }
  const on = containers.get(name);
  if (!on) return undefined;
  if (collection === undefined) {
    return about('metadata', () => ({ status: 200, body: on.definition, charge: 1 }));
  }
  if (collection === 'pkranges') return about('metadata', () => ({ status: 200, body: RANGES, charge: 0 }));

  const keyHeader = header(request, 'x-ms-documentdb-partitionkey');
  const key = keyHeader === undefined ? undefined : Key.parse(JSON.parse(keyHeader))[0];
  if (isSet(request, 'x-ms-cosmos-is-query-plan-request')) {
    return about('metadata', (body) => ({ status: 200, body: queryPlan(Query.parse(body)), charge: 0 }));
  }
  if (isSet(request, 'x-ms-documentdb-isquery')) {
    const range = header(request, 'x-ms-documentdb-partitionkeyrangeid');
    return about('query', (body) => runQuery(on, Query.parse(body), { partition: key, range }));
  }
  if (key === undefined) return about('metadata', () => ({ status: 400, charge: 0 }));
  if (isSet(request, 'x-ms-cosmos-is-batch-request')) {
    return about('batch', (body) => runBatch(on, key, body));
  }
  return ofItem(request, about, on, key, id ?? '');
}

function ofItem(
  request: IncomingMessage,
  about: (kind: Request['kind'], carryOut: Understood['carryOut']) => Understood,
  on: Container,
  key: string,
  id: string,
): Understood {
  const ifMatch = header(request, 'if-match');
  switch (request.method) {
    case 'GET':
      return about('read', () => answerOf(on.read(key, id), charge.read));
    case 'POST':
      return about('create', (body) => answerOf(on.create(key, Document.parse(body)), charge.write));
    case 'PUT':
      return about('replace', (body) =>
        answerOf(on.replace(key, id, Document.parse(body), { ifMatch }), charge.write),
      );
    case 'PATCH':
      return about('patch', (body) =>
        answerOf(on.patch(key, id, Patch.parse(body), { ifMatch }), charge.write),
      );
    default:
      return about('delete', () => answerOf(on.remove(key, id, { ifMatch }), charge.write));
  }
}

function answerOf({ status, item, substatus }: Result, units: (bytes: number) => number): Answer {
  const etag = item?.['_etag'];
  return {
    status,
    charge: units(Buffer.byteLength(JSON.stringify(item ?? {}))),
    ...(item && { body: item }),
    ...(typeof etag === 'string' && { etag }),
    ...(substatus !== undefined && { substatus }),
  };
}
