import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { Patch, runBatch } from './batch.ts';
import { charge } from './charges.ts';
import { rangeOf, type Container, type Result } from './container.ts';
import type { Request } from './faults.ts';
import type { Partitions } from './partitions.ts';
import { queryPlan, runQuery } from './queries.ts';
import { sessionTokenOf, type ConsistencyLevel, type Replicas, type Served } from './replicas.ts';

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
  sessionToken?: string;
  /** At which a read was answered. */
  level?: ConsistencyLevel;
}

/** A request as it is understood: what it is about, and how to carry it out. */
interface Understood extends Request {
  carryOut(body: unknown): Answer;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};
const isSet = (request: IncomingMessage, name: string) => header(request, name)?.toLowerCase() === 'true';

/** The contents of an account. */
interface Account {
  containers: ReadonlyMap<string, Container>;
  replicas: Replicas;
  partitions: Partitions;
}

/** Reads a request of the REST protocol; undefined if the container does not exist. */
export function understand(
  request: IncomingMessage,
  { containers, replicas, partitions }: Account,
): Understood | undefined {
  const segments = (request.url ?? '/').split('?')[0]?.split('/').slice(1).map(decodeURIComponent) ?? [];
  const [, , , name = '', collection, id] = segments;
  const about: About = (kind, carryOut) => ({ kind, container: name, carryOut });
  // A role of the data plane creates, changes and removes only items.
  if (collection === undefined && request.method !== 'GET') {
    return about('management', () => ({ status: 403, substatus: 5300, charge: 0 }));
  }
  const on = containers.get(name);
  if (!on) return undefined;
  if (collection === undefined) {
    return about('metadata', () => ({ status: 200, body: on.definition, charge: 1 }));
  }
  if (collection === 'pkranges') {
    return about('metadata', () => ({ status: 200, body: partitions.feed(), charge: 0 }));
  }
  return understandItems(request, { about, on, replicas, partitions, id: id ?? '' });
}

/** The kind of a request, and how to carry it out. */
type About = (kind: Request['kind'], carryOut: Understood['carryOut']) => Understood;

interface Items extends Pick<Account, 'replicas' | 'partitions'> {
  about: About;
  on: Container;
  id: string;
}

/** Reads a request for the items of a container. */
function understandItems(
  request: IncomingMessage,
  { about, on, replicas, partitions, id }: Items,
): Understood {
  const keyHeader = header(request, 'x-ms-documentdb-partitionkey');
  const key = keyHeader === undefined ? undefined : Key.parse(JSON.parse(keyHeader))[0];
  if (isSet(request, 'x-ms-cosmos-is-query-plan-request')) {
    return about('metadata', (body) => ({ status: 200, body: queryPlan(Query.parse(body)), charge: 0 }));
  }
  const asked = {
    requested: header(request, 'x-ms-consistency-level'),
    sessionToken: header(request, 'x-ms-session-token'),
  };
  const reading = (range: string, read: (lsn: number) => Answer) => () =>
    readAnswer(range, replicas.serve(range, on.log(range), asked), read);
  if (isSet(request, 'x-ms-documentdb-isquery')) {
    const named = header(request, 'x-ms-documentdb-partitionkeyrangeid');
    const range = named === undefined ? key && rangeOf(key) : partitions.named(named);
    // The partition is gone: the client has to read the feed of ranges again.
    if (named !== undefined && range === undefined) {
      return about('query', () => ({ status: 410, substatus: 1002, charge: 0 }));
    }
    return about('query', (body) => {
      const spec = Query.parse(body);
      if (range === undefined) return runQuery(on, on.definition, spec, {});
      return reading(range, (lsn) => runQuery(on.at(lsn), on.definition, spec, { partition: key, range }))();
    });
  }
  if (key === undefined) return about('metadata', () => ({ status: 400, charge: 0 }));
  if (isSet(request, 'x-ms-cosmos-is-batch-request')) {
    const isMinimal = header(request, 'prefer') === 'return=minimal';
    return about('batch', (body) => written(on, key, runBatch(on, key, body, isMinimal)));
  }
  if (request.method === 'GET') {
    return about(
      'read',
      reading(rangeOf(key), (lsn) => answerOf(on.at(lsn).read(key, id), charge.read)),
    );
  }
  return writing(about, on, key, {
    method: request.method,
    id,
    ifMatch: header(request, 'if-match'),
  });
}

/**
 * The answer of the replica that serves a read. A read that sees every commit asks two replicas, and is
 * charged twice.
 */
function readAnswer(range: string, served: Served, read: (lsn: number) => Answer): Answer {
  if (served.lsn === undefined) return { ...served, charge: 0 };
  const { lsn, level } = served;
  const answer = read(lsn);
  const replicasAsked = level === 'Strong' || level === 'BoundedStaleness' ? 2 : 1;
  return {
    ...answer,
    charge: answer.charge * replicasAsked,
    level,
    sessionToken: sessionTokenOf(range, lsn),
  };
}

function writing(
  about: About,
  on: Container,
  key: string,
  { method, id, ifMatch }: { method: string | undefined; id: string; ifMatch: string | undefined },
): Understood {
  const write = (kind: Request['kind'], work: (body: unknown) => Result) =>
    about(kind, (body) => written(on, key, answerOf(work(body), charge.write)));
  switch (method) {
    case 'POST':
      return write('create', (body) => on.create(key, Document.parse(body)));
    case 'PUT':
      return write('replace', (body) => on.replace(key, id, Document.parse(body), { ifMatch }));
    case 'PATCH':
      return write('patch', (body) => on.patch(key, id, Patch.parse(body), { ifMatch }));
    default:
      return write('delete', () => on.remove(key, id, { ifMatch }));
  }
}

/** Writes go to the primary replica, so that their answers, refusals too, bring the newest session token. */
function written(on: Container, key: string, answer: Answer): Answer {
  const range = rangeOf(key);
  return { ...answer, sessionToken: sessionTokenOf(range, on.log(range).lsn()) };
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
