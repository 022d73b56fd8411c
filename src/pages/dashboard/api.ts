/** How long an answer may take before the reader is told that none came. */
const TIMEOUT_MS = 20_000;

const UNREACHABLE = 'The service could not be reached. Check the connection and try again.';
const UNREADABLE = 'The service gave an answer that this page does not understand. Reload the page.';

/** An answer that is not what was asked for; `message` is one sentence for the reader. */
export class Problem extends Error {
  /** The service's own error code, or `unreachable`. */
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.name = 'Problem';
    this.code = code;
  }
}

/** Told once the service says that this browser is not signed in any more. */
export const signedOut = new EventTarget();

/** Calls the service; every answer that is not a success is thrown as a Problem. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
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
  return new Problem(field('error') ?? 'unreachable', field('message') ?? UNREACHABLE);
}

/** Reads an answer of the admin surface, `T` as `src/wire/admin.ts` describes it. */
export async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await call(path, signal && { signal });
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
