/** How long an answer may take before the reader is told that none came. */
const TIMEOUT_MS = 20_000;

const UNREACHABLE = 'The service could not be reached. Check the connection and try again.';
const UNREADABLE = 'The service sent an unexpected response. Reload the page.';

/** What is wrong with one field of what was sent, for example `branding.color`: `must be a colour such as #0f766e`. */
export interface Issue {
  path: string;
  message: string;
}

/** What an answer that is no success may say besides its sentence. */
interface Details {
  issues?: readonly Issue[];
  /** The names of the widgets that stand in the way. */
  widgets?: readonly string[];
}

/** An answer that is not what was asked for; `message` is one sentence for the reader. */
export class Problem extends Error {
  /** The service's own error code, or `unreachable`. */
  readonly code: string;
  readonly details: Details;

  constructor(code: string, sentence: string, details: Details = {}) {
    super(sentence);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }
}

/** Told once the service says that this browser is not signed in any more. */
export const signedOut = new EventTarget();

/** Calls the service; every answer that is not a success is thrown as a Problem. */
export async function call(path: string, init: RequestInit = {}, timeoutMs = TIMEOUT_MS): Promise<Response> {
  let response: Response;
  try {
    const signal = init.signal ?? AbortSignal.timeout(timeoutMs);
    response = await fetch(path, {
      ...init,
      signal,
      headers: { accept: 'application/json', ...init.headers },
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new Problem('unreachable', UNREACHABLE);
  }
  if (response.ok) return response;
  if (response.status === 401) signedOut.dispatchEvent(new Event('signed-out'));
  throw await problemOf(response);
}

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const field = (name: string) => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const code = field('error');
  if (code === undefined) return new Problem('unreachable', UNREACHABLE);
  return new Problem(code, field('message') ?? UNREACHABLE, body as Details);
}

/** Reads an answer of the admin surface, `T` as `src/wire/` describes it. */
export const read = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  answer<T>(await call(path, signal && { signal }), signal);

interface Sending {
  /** What the change is based on: the service refuses it where that is not the newest any more. */
  etag?: string | undefined;
  timeoutMs?: number;
}

/** Sends JSON and reads the answer, `T` as `src/wire/` describes it. */
export async function send<T>(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  { etag, timeoutMs }: Sending = {},
): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(etag !== undefined && { 'if-match': etag }) };
  return answer<T>(await call(path, { method, headers, body: JSON.stringify(body) }, timeoutMs));
}

async function answer<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    // The service that made this answer has served this script too; both come out of one build.
    return (await response.json()) as T;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Problem('unreadable', UNREADABLE);
  }
}

/** The sentence for anything that was thrown. */
export const sentenceOf = (thrown: unknown): string =>
  thrown instanceof Problem ? thrown.message : UNREADABLE;

/** A path below `/api/` with its query; what is undefined or empty is left out. */
export function apiPath(path: string, query: Record<string, string | number | undefined> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return search ? `/api/${path}?${search}` : `/api/${path}`;
}
