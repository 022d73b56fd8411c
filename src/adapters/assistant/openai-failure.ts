import type OpenAI from 'openai';
import * as z from 'zod/mini';

/** Why there is no answer, as `details.reason` of `assistant-unavailable`. */
export type FailureReason =
  | 'timeout'
  | 'rate-limited'
  /** The server will not answer this: a status of 4xx. */
  | 'refused'
  | 'server-error'
  | 'unreachable'
  /** The answer broke off, or what came was not an answer. */
  | 'broken-stream'
  | 'empty'
  | 'circuit-open';

interface FailureFacts {
  reason: FailureReason;
  /** The model had begun to say something. */
  begun: boolean;
  /** The server wants no call before this many milliseconds are over. */
  retryAfterMs?: number;
}

/** One call of the model that came to nothing. */
export class ModelFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, options?: { cause: unknown }) {
    super(facts.reason, options);
    this.name = 'ModelFailure';
    this.facts = facts;
  }
}

/** What a server sent in the middle of an answer instead of going on. */
export class StreamError extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('The server reported an error.');
    this.name = 'StreamError';
    this.body = body;
  }
}

/** How far a call had come when it threw. */
export interface Progress {
  /** The server had begun to answer. */
  streaming: boolean;
  begun: boolean;
}

/** What went wrong with a call of the SDK that threw; `nowMs` is for servers that name a date to try again. */
export function failureOf(
  sdk: typeof OpenAI,
  error: unknown,
  { streaming, begun }: Progress,
  nowMs: number,
): ModelFailure {
  const failure = (reason: FailureReason, retryAfterMs?: number) =>
    new ModelFailure(
      { reason, begun, ...(retryAfterMs !== undefined && { retryAfterMs }) },
      { cause: error },
    );
  if (error instanceof sdk.APIError && typeof error.status === 'number') {
    const retryAfterMs = retryAfter(error.headers, nowMs);
    if (error.status === 429) return failure('rate-limited', retryAfterMs);
    return error.status >= 500 ? failure('server-error', retryAfterMs) : failure('refused');
  }
  return failure(streaming ? 'broken-stream' : 'unreachable');
}

/** The body of an error by which Azure OpenAI says that a filter stopped the question; proxies keep either code. */
const Filtered = z.union([
  z.object({ code: z.literal('content_filter') }),
  z.object({ innererror: z.object({ code: z.literal('ResponsibleAIPolicyViolation') }) }),
]);

/** Whether the provider's content filter stopped the question. */
export function isContentFilter(sdk: typeof OpenAI, error: unknown): boolean {
  const body: unknown =
    error instanceof StreamError ? error.body : error instanceof sdk.APIError ? error.error : undefined;
  return z.safeParse(Filtered, body).success;
}

/** `retry-after-ms` (Azure OpenAI), or `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). */
function retryAfter(headers: unknown, nowMs: number): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const value = headers.get('retry-after') ?? '';
  const afterMs = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return afterMs >= 0 ? afterMs : undefined;
}
