import { fetchWithRetry, isThrottledByPlatform } from './fetch-with-retry.ts';
import { withQuery, type Query } from './query.ts';
import { isRecord } from './structural-sharing.ts';

/** Default time-out of a request, in milliseconds. */
export const TIMEOUT_MS = 20_000;
const FILE_TIMEOUT_MS = 300_000;

const READ_HEADERS = { accept: 'application/json' };
export const UNREACHABLE = 'The service could not be reached. Check the connection and try again.';
/** Shown if the platform throttled all attempts. */
const BUSY = 'The service is busy right now. Try again in a moment.';
const UNREADABLE = 'The service sent an unexpected response. Reload the page.';

/** A validation issue of one field: for `branding.color` for example `must be a color such as #0f766e`. */
export interface Issue {
  path: string;
  message: string;
}

/** Additional fields of an error (docs/api.md, Errors). */
interface Details {
  issues?: readonly Issue[];
  /** The names of the widgets that use an assistant. */
  widgets?: readonly string[];
  claimedByName?: string;
  /** The indexes of blocks that have not arrived. */
  missing?: readonly number[];
  /** The problems in a health report. */
  problems?: readonly { message: string }[];
  upgradeUrl?: string;
}

/** An unsuccessful response. `message` is a sentence for the reader. */
export class Problem extends Error {
  /** The service's error code, or `unreachable`, `unreadable`, `signed-out` or `broke-off`. */
  readonly code: string;
  readonly details: Details;

  constructor(code: string, sentence: string, details: Details = {}, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }
}

/** The error text for any thrown value. */
export const sentenceOf = (thrown: unknown): string =>
  thrown instanceof Problem ? thrown.message : UNREADABLE;

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The request body, sent as JSON. */
  body?: unknown;
  /** A block of a file, sent as the body. */
  block?: ArrayBuffer | undefined;
  /** The version that a change is based on (`If-Match`). */
  etag?: string | undefined;
  /** The version that the caller has. If it is current, the response is 304 without a body. */
  knownEtag?: string | undefined;
  /** After an abort the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time-out in milliseconds. Default: 20 000, or none if there is a signal. */
  timeoutMs?: number;
}

/** How requests are authenticated. Admins are authenticated by a cookie. */
interface Credentials {
  /** Returns the `authorization` header. Called again with `fresh` after a refusal. */
  authorization?: (fresh: boolean) => Promise<string>;
  /** Called when the service refuses the credentials. */
  onRefused: () => void;
  /** Sentences for this kind of caller in place of the service's, by error code. */
  sentences?: Readonly<Record<string, string>>;
}

/** The API client for one kind of caller. Unsuccessful responses are thrown as a Problem. */
export interface ApiClient {
  /** `T` is a type in the `wire` of an area. */
  get<T>(path: string, options?: Pick<RequestOptions, 'signal'>): Promise<T>;
  /** The response with its version, if it has one; undefined if the known version is current. */
  getChanged<T>(
    path: string,
    knownEtag: string | undefined,
  ): Promise<{ data: T; etag: string | undefined } | undefined>;
  /** Resolves with undefined if there is no body (204). */
  send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options?: Pick<RequestOptions, 'block' | 'etag' | 'signal' | 'timeoutMs'>,
  ): Promise<T>;
  /** Downloads a file, with a time-out of 5 minutes. */
  file(path: string): Promise<Blob>;
  /** Returns the response, for streamed bodies. */
  open(path: string, options?: RequestOptions): Promise<Response>;
}

export function apiClient(credentials: Credentials): ApiClient {
  const open = (path: string, options: RequestOptions = {}) => request(path, options, credentials);
  return {
    open,
    get: async <T>(path: string, { signal }: RequestOptions = {}) =>
      jsonOf<T>(await open(path, { signal }), signal),
    async getChanged<T>(path: string, knownEtag: string | undefined) {
      const response = await open(path, { knownEtag });
      if (response.status === 304) return undefined;
      return { data: await jsonOf<T>(response), etag: response.headers.get('etag') ?? undefined };
    },
    send: async <T>(
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: unknown,
      options: RequestOptions = {},
    ) => jsonOf<T>(await open(path, { ...options, method, body }), options.signal),
    async file(path) {
      const response = await open(path, { timeoutMs: FILE_TIMEOUT_MS });
      try {
        return await response.blob();
      } catch (cause) {
        throw new Problem('unreachable', UNREACHABLE, {}, { cause });
      }
    },
  };
}

/** Sends a request, and repeats it once with fresh credentials after a refusal. */
async function request(
  path: string,
  options: RequestOptions,
  { authorization, onRefused, sentences = {} }: Partial<Credentials> = {},
): Promise<Response> {
  let response = await fetchOnce(path, options, await authorization?.(false));
  if (response.status === 401 && authorization) {
    response = await fetchOnce(path, options, await authorization(true));
  }
  if (response.ok || response.status === 304) return response;
  if (response.status === 401) onRefused?.();
  const problem = await problemOf(response);
  const sentence = sentences[problem.code];
  throw sentence === undefined ? problem : new Problem(problem.code, sentence, problem.details);
}

async function fetchOnce(
  path: string,
  { method = 'GET', body, block, etag, knownEtag, signal, timeoutMs }: RequestOptions,
  authorization: string | undefined,
): Promise<Response> {
  const headers = {
    ...READ_HEADERS,
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(block && { 'content-type': 'application/octet-stream' }),
    ...(etag !== undefined && { 'if-match': etag }),
    ...(knownEtag !== undefined && { 'if-none-match': knownEtag }),
  };
  const init = {
    method,
    headers,
    signal: abortSignal(timeoutMs, signal),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(block && { body: block }),
  };
  try {
    return await fetchWithRetry(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Problem('unreachable', UNREACHABLE, {}, { cause });
  }
}

/** A signal that aborts with the caller's signal or at the time-out. */
function abortSignal(timeoutMs: number | undefined, signal: AbortSignal | undefined): AbortSignal {
  if (signal && timeoutMs === undefined) return signal;
  const timeout = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/**
 * The Problem of an unsuccessful response. A body that is not the service's JSON, such as a proxy's page,
 * counts as unreachable.
 */
async function problemOf(response: Response): Promise<Problem> {
  if (isThrottledByPlatform(response)) return new Problem('rate-limited', BUSY);
  const body: unknown = await response.json().catch(() => undefined);
  const details = isRecord(body) ? body : {};
  const field = (name: string) => {
    const value = details[name];
    return typeof value === 'string' ? value : undefined;
  };
  return new Problem(field('error') ?? 'unreachable', field('message') ?? UNREACHABLE, details);
}

async function jsonOf<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    // Not validated, because the service and this script are from the same build.
    return (response.status === 204 ? undefined : await response.json()) as T;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Problem('unreadable', UNREADABLE, {}, { cause });
  }
}

/** A path below `/api/` with its query. */
export const apiPath = (path: string, query: Query = {}): string => withQuery(`/api/${path}`, query);

/** Exponential back-off: the pause after a number of failures, doubled each time up to `maxMs`. */
export const backOffMs = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** failures);
