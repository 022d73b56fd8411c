import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startTlsServer } from '../support/servers/tls-server.ts';
import { contentOf, listOf, tagsOf, unmet, type Blob } from './blob-records.ts';

/** How the storage fails: a status, a broken line, or no answer at all. */
export type BlobFault = { status: number; code: string } | 'reset' | 'hang';

/** One container of a storage account for one test. */
export interface BlobServer {
  /** The URL of the container. */
  url: string;
  /** Every request fails so, until it is undefined again. */
  fault: BlobFault | undefined;
  /**
   * One request of this many is refused as by a busy partition: 503 with a `Retry-After`; a retry is let
   * through. 7 unless a test sets it; 1 refuses every request, retries too.
   */
  busyEvery: number;
  /** Holds the next request of this kind, such as `PUT blocklist`, before it is carried out. */
  hold(operation: string): { arrived: Promise<unknown>; release: () => void };
  /** Blocks that were staged a week ago without a commit are removed. */
  expireStaged(): void;
  /** The names of the blobs that are there, committed or not. */
  names(): string[];
  /** Sets an index tag of a blob, as a virus scanner does. */
  tag(name: string, key: string, value: string): void;
  /** The most bytes that one request or one answer had. */
  largest: number;
  close(): Promise<void>;
}

const CONTAINER = 'uploads';
const STATUS_OF: Record<string, number> = {
  NoAuthenticationInformation: 401,
  ContainerNotFound: 404,
  BlobNotFound: 404,
  BlobAlreadyExists: 409,
  ConditionNotMet: 412,
  ServerBusy: 503,
  InvalidBlockList: 400,
  InvalidBlobOrBlock: 400,
  InvalidRange: 416,
};

/**
 * A server that speaks the block blobs of Azure Blob Storage over TLS, for one container and one token. It
 * has Put Block, Put Block List, Get Block List, Get Blob, Get Blob Properties, Get Blob Tags, Delete Blob
 * and List Blobs.
 */
export async function startBlobs(token: string): Promise<BlobServer> {
  const blobs = new Map<string, Blob>();
  const holds: { operation: string; arrive: () => void; released: Promise<unknown> }[] = [];
  let requests = 0;
  /** The requests that were refused as busy, by their ids. */
  const refused = new Set<string>();
  let versions = 0;
  const nextEtag = () => `"0x8DE${(++versions).toString(16).toUpperCase().padStart(12, '0')}"`;

  function refuse(response: ServerResponse, code: string, status = STATUS_OF[code] ?? 400): void {
    const requestId = randomUUID();
    response.writeHead(status, {
      'x-ms-error-code': code,
      'x-ms-request-id': requestId,
      'content-type': 'application/xml',
      ...(code === 'ServerBusy' && { 'retry-after': '1' }),
    });
    response.end(
      `\u{feff}<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>refused\nRequestId:${requestId}\nTime:${new Date().toISOString()}</Message></Error>`,
    );
  }

  /** A retry has the id of its request, and is let through, however many others come between the two. */
  function isBusy({ headers }: IncomingMessage): boolean {
    const id = String(headers['x-ms-client-request-id']);
    if (server.busyEvery > 1 && refused.has(id)) return false;
    if (++requests % server.busyEvery !== 0) return false;
    refused.add(id);
    return true;
  }

  function answer(response: ServerResponse, status: number, headers: object = {}, body?: Buffer): void {
    server.largest = Math.max(server.largest, body?.length ?? 0);
    const common = {
      'x-ms-version': '2025-11-05',
      'x-ms-request-id': randomUUID(),
      date: new Date().toUTCString(),
    };
    response.writeHead(status, { ...common, ...headers });
    response.end(body);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = server;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'hang') return;
    const body = await buffer(request);
    server.largest = Math.max(server.largest, body.length);
    if (fault) {
      refuse(response, fault.code, fault.status);
      return;
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.setHeader('www-authenticate', 'Bearer authorization_uri=https://login.example/tenant');
      refuse(response, 'NoAuthenticationInformation');
      return;
    }
    if (isBusy(request)) {
      refuse(response, 'ServerBusy');
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', server.url);
    const [, container, ...path] = pathname.split('/');
    const name = decodeURIComponent(path.join('/'));
    if (container !== CONTAINER) {
      refuse(response, 'ContainerNotFound');
      return;
    }
    if (searchParams.get('restype') === 'container' && searchParams.get('comp') === 'list') {
      answer(response, 200, { 'content-type': 'application/xml' }, page(searchParams));
      return;
    }
    const operation = `${request.method} ${searchParams.get('comp') ?? 'blob'}`;
    const held = holds.findIndex((hold) => hold.operation === operation);
    if (held >= 0) {
      const [hold] = holds.splice(held, 1);
      hold?.arrive();
      await hold?.released;
    }
    operate(operation, name, { request, response, body, blockId: searchParams.get('blockid') ?? '' });
  }

  /** One page of List Blobs: the service gives fewer than it could, and empty pages, whenever it likes. */
  function page(query: URLSearchParams): Buffer {
    const { prefix = '', include = '', marker = '' } = Object.fromEntries(query);
    const isListed = ({ committed }: Blob) => committed !== undefined || include.includes('uncommittedblobs');
    const names = [...blobs].flatMap(([name, blob]) =>
      isListed(blob) && name.startsWith(prefix) && name > marker ? [name] : [],
    );
    const [first, ...rest] = names.toSorted();
    const listed = first === undefined ? '' : `<Blob><Name>${first}</Name><Properties /></Blob>`;
    const next = rest.length > 0 ? `<NextMarker>${first}</NextMarker>` : '<NextMarker />';
    return Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="${server.url}" ContainerName="${CONTAINER}"><Blobs>${listed}</Blobs>${next}</EnumerationResults>`,
    );
  }

  interface Call {
    request: IncomingMessage;
    response: ServerResponse;
    body: Buffer;
    blockId: string;
  }

  function operate(operation: string, name: string, call: Call): void {
    const { response, body } = call;
    const blob = blobs.get(name);
    switch (operation) {
      case 'PUT block':
        stage(name, call);
        break;
      case 'PUT blocklist':
        commit(name, call);
        break;
      case 'GET blocklist':
        if (blob) answer(response, 200, { 'content-type': 'application/xml' }, listOf(blob));
        else absent(response);
        break;
      case 'GET tags':
        if (blob?.committed) answer(response, 200, { 'content-type': 'application/xml' }, tagsOf(blob));
        else absent(response);
        break;
      case 'HEAD blob':
        if (blob?.committed) {
          answer(response, 200, { 'content-length': contentOf(blob).length, etag: blob.etag });
        } else absent(response);
        break;
      case 'GET blob':
        if (blob?.committed) range(blob, call);
        else absent(response);
        break;
      case 'DELETE blob':
        // Staged blocks without a commit are not a blob.
        if (blob?.committed) {
          blobs.delete(name);
          answer(response, 202);
        } else absent(response);
        break;
      default:
        refuse(response, `Unsupported${operation}${body.length}`);
    }
  }

  const absent = (response: ServerResponse) => refuse(response, 'BlobNotFound');

  function stage(name: string, { response, body, blockId }: Call): void {
    const blob = blobs.get(name) ?? { committed: undefined, staged: new Map<string, Buffer>() };
    // The ids of one blob are of one length.
    const [other = blockId] = blob.staged.keys();
    if (blockId === '' || other.length !== blockId.length) {
      refuse(response, 'InvalidBlobOrBlock');
      return;
    }
    blob.staged.set(blockId, body);
    blobs.set(name, blob);
    answer(response, 201);
  }

  function commit(name: string, { request, response, body }: Call): void {
    const blob = blobs.get(name) ?? { committed: undefined, staged: new Map<string, Buffer>() };
    const refusal = unmet(blob, request);
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    const ids = Array.from(body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g), ([, id = '']) => id);
    const blocks = ids.map((id) => {
      const bytes = blob.staged.get(id) ?? blob.committed?.find((block) => block.id === id)?.bytes;
      return bytes && { id, bytes };
    });
    const found = blocks.filter((block) => block !== undefined);
    if (found.length < ids.length) {
      refuse(response, 'InvalidBlockList');
      return;
    }
    // A commit drops the other staged blocks, and the tags of the blob before.
    const etag = nextEtag();
    blobs.set(name, { committed: found, staged: new Map(), etag });
    answer(response, 201, { etag });
  }

  function range(blob: Blob, { request, response }: Call): void {
    const content = contentOf(blob);
    response.setHeader('etag', blob.etag ?? '');
    const refusal = unmet(blob, request);
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    const header = request.headers['x-ms-range'] ?? request.headers.range;
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(String(header)) ?? [];
    if (from === undefined) {
      answer(response, 200, { 'content-length': content.length }, content);
      return;
    }
    const start = Number(from);
    if (start >= content.length) {
      refuse(response, 'InvalidRange');
      return;
    }
    const end = to ? Math.min(Number(to), content.length - 1) : content.length - 1;
    const part = content.subarray(start, end + 1);
    const headers = {
      'content-length': part.length,
      'content-range': `bytes ${start}-${end}/${content.length}`,
    };
    answer(response, 206, headers, part);
  }

  const started = await startTlsServer((request, response) => {
    handle(request, response).catch(() => refuse(response, 'InternalError', 500));
  });
  const server: BlobServer = {
    url: `${started.origin}/${CONTAINER}`,
    fault: undefined,
    busyEvery: 7,
    hold(operation) {
      const arrived = Promise.withResolvers<undefined>();
      const released = Promise.withResolvers<undefined>();
      const settle =
        ({ resolve }: typeof arrived) =>
        () => {
          resolve(undefined);
        };
      holds.push({ operation, arrive: settle(arrived), released: released.promise });
      return { arrived: arrived.promise, release: settle(released) };
    },
    expireStaged() {
      for (const [name, blob] of blobs) {
        blob.staged.clear();
        if (!blob.committed) blobs.delete(name);
      }
    },
    names: () => [...blobs.keys()],
    tag(name, key, value) {
      const blob = blobs.get(name);
      if (blob) blob.tags = new Map([...(blob.tags ?? []), [key, value]]);
    },
    largest: 0,
    close: started.close,
  };
  return server;
}
