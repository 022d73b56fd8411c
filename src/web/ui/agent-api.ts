import { SignInFailed, SignInNeeded, type Access } from './agent-sign-in/access.ts';

/** How long an answer may take; the assistant may think for longer, and a file may be long. */
const TIMEOUT_MS = 20_000;
const ASSISTANT_TIMEOUT_MS = 90_000;
const FILE_TIMEOUT_MS = 300_000;

const UNREACHABLE = 'The service could not be reached. Check the connection and try again.';
const UNREADABLE = 'The service sent an unexpected response. Reload the page.';

/** An answer that is not what was asked for; the message is one sentence for the agent. */
export class Problem extends Error {
  /** The service's own error code, `unreachable`, `unreadable` or `signed-out`. */
  readonly code: string;
  private readonly details: object;

  constructor(code: string, sentence: string, details: object = {}, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }

  /** A text that the answer carries besides. */
  detail(name: string): string | undefined {
    const value: unknown = Reflect.get(this.details, name);
    return typeof value === 'string' ? value : undefined;
  }
}

/** The service as a signed-in agent reaches it; every answer that is not a success is thrown as a Problem. */
export interface Api {
  get<T>(path: string, query?: Record<string, string | number | undefined>): Promise<T>;
  /** What is no JSON. */
  file(path: string, query: Record<string, string | undefined>): Promise<Blob>;
  post<T>(path: string, body?: object, options?: { patient?: boolean }): Promise<T>;
  put<T>(path: string, body: object): Promise<T>;
  remove(path: string, query: Record<string, string>): Promise<void>;
  /** A POST that outlives the page, made at once with the token of the last call; its answer is not heard. */
  leave(path: string): void;
}

interface Dependencies {
  access: Access;
  /** Told when the agent has to sign in again. */
  onSignedOut: () => void;
}

/** Paths are below `/api/`. A token that is refused is renewed once before anybody hears of it. */
export function deskApi({ access, onSignedOut }: Dependencies): Api {
  let lastAuthorization: string | undefined;

  async function call(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<unknown> {
    const response = await succeed(path, init, timeoutMs);
    const body = await jsonOf(response);
    if (response.status !== 204 && body === undefined) throw new Problem('unreadable', UNREADABLE);
    return body;
  }

  async function succeed(path: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    let response = await send(path, init, timeoutMs, false);
    if (response.status === 401) response = await send(path, init, timeoutMs, true);
    if (response.status === 401) onSignedOut();
    if (!response.ok) throw problemOf(await jsonOf(response));
    return response;
  }

  async function send(path: string, init: RequestInit, timeoutMs: number, fresh: boolean): Promise<Response> {
    const authorization = `Bearer ${await token(fresh)}`;
    lastAuthorization = authorization;
    try {
      return await fetch(`/api/${path}`, {
        ...init,
        headers: {
          accept: 'application/json',
          authorization,
          ...(init.body !== undefined && { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new Problem('unreachable', UNREACHABLE, {}, { cause });
    }
  }

  async function token(fresh: boolean): Promise<string> {
    try {
      return await access.token({ fresh });
    } catch (error) {
      if (error instanceof SignInFailed)
        throw new Problem('unreachable', error.message, {}, { cause: error });
      if (!(error instanceof SignInNeeded)) throw error;
      onSignedOut();
      throw new Problem('signed-out', error.message, {}, { cause: error });
    }
  }

  // The service that makes these answers has served this script too; both come out of one build.
  return {
    get: async <T>(path: string, query = {}) => (await call(withQuery(path, query), {})) as T,
    async file(path, query) {
      const response = await succeed(withQuery(path, query), {}, FILE_TIMEOUT_MS);
      try {
        return await response.blob();
      } catch (cause) {
        throw new Problem('unreachable', UNREACHABLE, {}, { cause });
      }
    },
    post: async <T>(path: string, body?: object, { patient = false } = {}) =>
      (await call(
        path,
        { method: 'POST', ...(body && { body: JSON.stringify(body) }) },
        patient ? ASSISTANT_TIMEOUT_MS : TIMEOUT_MS,
      )) as T,
    put: async <T>(path: string, body: object) =>
      (await call(path, { method: 'PUT', body: JSON.stringify(body) })) as T,
    async remove(path, query) {
      await call(withQuery(path, query), { method: 'DELETE' });
    },
    leave(path) {
      if (lastAuthorization === undefined) return;
      const headers = { authorization: lastAuthorization };
      // The page is gone before an answer or an error could be shown.
      fetch(`/api/${path}`, { method: 'POST', keepalive: true, headers }).catch(() => undefined);
    },
  };
}

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return search ? `${path}?${search}` : path;
}

/** Undefined where an answer is not JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  return await response.json().catch(() => undefined);
}

function problemOf(body: unknown): Problem {
  const details = typeof body === 'object' && body !== null ? body : {};
  const field = (name: string) => {
    const value: unknown = Reflect.get(details, name);
    return typeof value === 'string' ? value : undefined;
  };
  return new Problem(field('error') ?? 'unreachable', field('message') ?? UNREACHABLE, details);
}

/** The sentence for anything that was thrown. */
export const sentenceOf = (thrown: unknown): string =>
  thrown instanceof Problem ? thrown.message : UNREADABLE;
