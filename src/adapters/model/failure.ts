import type OpenAI from 'openai';
import * as z from 'zod/mini';
import { ModelFailure, type FailureReason } from '../../spending/rules/model-failure.ts';
import { isFields, type Fields } from './fields.ts';
import { parameterNamed, type Parameter } from './reductions.ts';

/** The server sent an error in the middle of a stream. */
export class StreamError extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('The server reported an error.');
    this.name = 'StreamError';
    this.body = body;
  }
}

/** The server's response does not follow the protocol. */
export class WrongProtocol extends Error {
  constructor() {
    super('The server speaks another protocol.');
    this.name = 'WrongProtocol';
  }
}

/** Error codes that servers send in a 200 response, or with status 400. */
const CODES = new Map<unknown, FailureReason>(
  Object.entries({
    rate_limit_exceeded: 'rate-limited',
    too_many_requests: 'rate-limited',
    rate_limit_error: 'rate-limited',
    insufficient_quota: 'rate-limited',
    DeploymentNotFound: 'model-not-found',
    model_not_found: 'model-not-found',
    invalid_api_key: 'access-denied',
    PermissionDenied: 'access-denied',
    server_error: 'server-error',
    vector_store_timeout: 'server-error',
  }),
);

/** Input for the classification of a failed call. */
interface FailureContext {
  /** Response headers; undefined without a response. */
  headers: Headers | undefined;
  nowMs: number;
}

export function failureOf(
  sdk: typeof OpenAI,
  error: unknown,
  { headers, nowMs }: FailureContext,
): ModelFailure {
  const failure = (reason: FailureReason, retryAfterMs?: number) =>
    new ModelFailure({ reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }, { cause: error });
  if (error instanceof WrongProtocol) return failure('wrong-protocol');
  if (error instanceof StreamError) {
    const reason = reasonOf(error.body) ?? 'server-error';
    return failure(reason, reason === 'rate-limited' ? retryAfter(headers, nowMs) : undefined);
  }
  if (error instanceof sdk.APIError && typeof error.status === 'number') {
    const reason = reasonOf(error.error) ?? reasonOfStatus(error);
    const mayRepeat = reason === 'rate-limited' || reason === 'server-error';
    const answered: unknown = error.headers;
    const given = answered instanceof Headers && mayRepeat ? answered : undefined;
    const { facts } = failure(reason, retryAfter(given, nowMs));
    const isOfParameter = reason === 'refused' && namesParameter(bodyOf(sdk, error));
    return new ModelFailure({ ...facts, ...(isOfParameter && { ofParameter: true }) }, { cause: error });
  }
  return failure(headers ? 'broken-stream' : 'unreachable');
}

function reasonOfStatus({ status, param }: { status?: unknown; param?: unknown }): FailureReason {
  if (status === 401 || status === 403) return 'access-denied';
  if (status === 404 || param === 'model') return 'model-not-found';
  if (status === 429) return 'rate-limited';
  return typeof status === 'number' && status >= 500 ? 'server-error' : 'refused';
}

function reasonOf(body: unknown): FailureReason | undefined {
  if (!isFields(body)) return undefined;
  return CODES.get(body['code']) ?? CODES.get(body['type']);
}

/** Error bodies for a content filter. Proxies keep only one of both codes. */
const ContentFilterError = z.union([
  z.object({ code: z.enum(['content_filter', 'invalid_prompt']) }),
  z.object({ innererror: z.object({ code: z.literal('ResponsibleAIPolicyViolation') }) }),
]);

/** Whether the provider's content filter blocked the question. */
export function isContentFilter(sdk: typeof OpenAI, error: unknown): boolean {
  return z.safeParse(ContentFilterError, bodyOf(sdk, error)).success;
}

/** FastAPI's validation errors, as Mistral's server sends them. The last part of `loc` is the parameter. */
const Details = z.object({
  message: z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) }),
});

/**
 * Servers of open models report missing tool support only as text, without parameter and code. The sentences
 * are from Ollama (`server/routes.go`), vLLM (`entrypoints/openai`) and llama.cpp (`tools/server`).
 */
const NO_TOOL_SUPPORT =
  /does not support tools|tool choice requires --enable-auto-tool-choice|tools? (param|choice)? ?requires --jinja/;

/** The parameter that the server refused, if a call can omit it. */
export function refusedParameter(sdk: typeof OpenAI, error: unknown): Parameter | undefined {
  if (!(error instanceof sdk.APIError) || typeof error.status !== 'number') return undefined;
  const body = bodyOf(sdk, error);
  const named = error.status === 400 || error.status === 422 ? nameIn(body) : undefined;
  if (named !== undefined) return parameterNamed(named);
  const { message }: Fields = isFields(body) ? body : {};
  return typeof message === 'string' && NO_TOOL_SUPPORT.test(message) ? 'tools' : undefined;
}

/** Whether an error names a parameter that does not contain the text. */
function namesParameter(body: unknown): boolean {
  const named = nameIn(body);
  return typeof named === 'string' && !/^(?:input|messages|prompt)\b/.test(named);
}

function nameIn(body: unknown): unknown {
  if (isFields(body) && typeof body['param'] === 'string') return body['param'];
  const details = z.safeParse(Details, body);
  return details.success ? details.data.message.detail[0]?.loc.at(-1) : undefined;
}

function bodyOf(sdk: typeof OpenAI, error: unknown): unknown {
  if (error instanceof StreamError) return error.body;
  return error instanceof sdk.APIError ? error.error : undefined;
}

/**
 * Milliseconds from `retry-after-ms` (Azure OpenAI) or `Retry-After`, in seconds or as a date (RFC 9110
 * §10.2.3).
 */
function retryAfter(headers: Headers | undefined, nowMs: number): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const value = headers?.get('retry-after') ?? '';
  const afterMs = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return afterMs >= 0 ? afterMs : undefined;
}
