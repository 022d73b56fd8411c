import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '../core/errors.ts';
import type { ClientCall } from '../platform/rules/rate-limit.ts';
import type { Services } from '../compose.ts';
import { readBytes, readJson, refuseOtherCharset } from './body.ts';
import { commonHeaders, requestIdOf } from './common-headers.ts';
import { bug, errorReply } from './errors.ts';
import { corsHeaders, preflight, refuseCrossSite, refuseForeignOrigin } from './cross-origin.ts';
import { expectation } from './expectations.ts';
import { authenticate, type Callers, type Gate, type ServicesOf } from './auth.ts';
import type { HttpReply, HttpRequest } from './request.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = z.ZodMiniType;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** A response of an endpoint, for the API description. */
interface DescribedReply {
  description: string;
  schema?: Schema;
  /** Default with a schema: `application/json`. */
  contentType?: string;
}

/** The validated input of a handler, and its authenticated caller. */
type Input<G extends Gate, P, Q, B> = {
  request: HttpRequest;
  requestId: string;
  services: ServicesOf[G];
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The raw body of an endpoint with `blockBytes`; otherwise empty. */
  bytes: Uint8Array;
} & Callers[G];

/** The failure that a page explains. */
interface Failure {
  code: ErrorCode;
  request: HttpRequest;
  services: Services;
}

/** Renders an error as a page; undefined if it stays JSON. */
export type ErrorPage = (failure: Failure) => Promise<HttpReply> | undefined;

interface EndpointSpec<G extends Gate, P, Q, B> {
  /** The name in telemetry and the API description. */
  name: string;
  method: Method;
  /** Below `/api/`, or from the root if it starts with a slash; parameters as `{id}`. */
  route: string;
  gate: G;
  /** Refuses requests from other sites' pages; always true for changes behind the gate `admin`. */
  firstParty?: boolean;
  /**
   * The time budget until the response starts, in milliseconds; default 4 000 (ADR 13). More only for steps
   * that must not be interrupted.
   */
  budgetMs?: number;
  /** The rate limit of the client in which a call counts. */
  limit?: ClientCall;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The maximum JSON body, in bytes; default 64 KiB. */
  bodyBytes?: number;
  /**
   * The body is a block of a file of at most this many bytes, not JSON. It counts in the window of its upload
   * (`RateGate.blocks`), because the client's address may be unknown.
   */
  blockBytes?: number;
  replies: Record<number, DescribedReply>;
  /** The errors of this endpoint, in addition to the common ones. */
  errors?: readonly ErrorCode[];
  handle(input: Input<G, P, Q, B>): Promise<HttpReply> | HttpReply;
  /** Renders an error as a page, for endpoints whose response is shown in a browser. */
  errorPage?: ErrorPage;
}

/** An endpoint for the hosts. `run` never throws. */
export interface Endpoint<S = Services> extends Omit<EndpointSpec<Gate, Schema, Schema, Schema>, 'handle'> {
  run(request: HttpRequest, services: S): Promise<HttpReply>;
  /** Answers a preflight; only of the visitor surface, which other sites' pages may call. */
  preflight?(request: Pick<HttpRequest, 'header'>, services: S): HttpReply;
}

/** Without `includeSubDomains`, because other hosts of the domain do not belong to this service. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

const isHttps = ({ serviceOrigin }: HttpRequest): boolean => serviceOrigin.startsWith('https:');

/**
 * Creates an endpoint. The order is the same for all: the host's check, charset, cross-site check, rate
 * limit, gate, validation, handler; then errors are mapped and the common headers are added.
 */
export function endpoint<
  G extends Gate,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(spec: EndpointSpec<G, P, Q, B>): Endpoint<ServicesOf[G]> {
  const jsonBody = {
    isRequired: spec.body !== undefined && !z.safeParse(spec.body, undefined).success,
    isArray: spec.body instanceof z.ZodMiniArray,
    limitBytes: spec.bodyBytes,
  };
  const unsafe = spec.method !== 'GET';
  const readsJson = unsafe && spec.blockBytes === undefined;

  /** The checks before authentication, and the rate limit. */
  const checkRequest = async (request: HttpRequest, services: ServicesOf[G]): Promise<void> => {
    await request.check?.();
    if (unsafe) refuseOtherCharset(request);
    if (unsafe && spec.gate === 'visitor') refuseForeignOrigin(services.allowlist, request);
    if (unsafe && (spec.gate === 'admin' || spec.firstParty)) refuseCrossSite(request);
    if (spec.limit) await services.rateGate.client(spec.limit, request.clientIp);
  };

  const handleParsed = async (
    request: HttpRequest,
    requestId: string,
    services: ServicesOf[G],
  ): Promise<HttpReply> => {
    await checkRequest(request, services);
    const { blockBytes } = spec;
    const admission = await authenticate(spec.gate, request, services);
    if ('instead' in admission) return admission.instead;
    const { caller, cookies } = admission;
    const bytes = blockBytes === undefined ? undefined : await readBytes(request, blockBytes);
    const sent = readsJson ? await readJson(request, jsonBody) : undefined;
    const reply = await spec.handle({
      request,
      requestId,
      services,
      params: parse(spec.params, request.params),
      query: parse(spec.query, firstValues(request.query)),
      body: parse(spec.body, sent),
      bytes: bytes ?? new Uint8Array(),
      ...caller,
    });
    return cookies ? { cookies, ...reply } : reply;
  };

  return {
    ...(spec as Omit<EndpointSpec<Gate, Schema, Schema, Schema>, 'handle'>),
    ...(spec.gate === 'visitor' && {
      preflight: (request, services) => {
        const reply = preflight(services.allowlist, request, spec.method);
        const requestId = requestIdOf(request, () => services.random.uuid());
        return { ...reply, headers: { ...commonHeaders(requestId), ...reply.headers } };
      },
    }),
    async run(request, services) {
      const startedAt = services.clock.now();
      const requestId = requestIdOf(request, () => services.random.uuid());
      let reply: HttpReply;
      let error: ErrorCode | undefined;
      try {
        const handle = () => handleParsed(request, requestId, services);
        reply = await services.requestBudget.run(handle, spec.budgetMs);
      } catch (thrown) {
        const failed = errorReply(thrown);
        error = failed.code;
        if (error === 'internal-error') services.telemetry.record(bug(thrown, requestId, spec.name));
        reply = failed.reply;
      }
      services.telemetry.record({
        type: 'request',
        endpoint: spec.name,
        method: spec.method,
        status: reply.status,
        durationMs: services.clock.now() - startedAt,
        requestId,
        ...(error && { error }),
      });
      const cors =
        spec.gate === 'visitor' || spec.gate === 'listing' ? corsHeaders(services.allowlist, request) : {};
      const common = { ...commonHeaders(requestId), ...(isHttps(request) && HSTS) };
      return { ...reply, headers: { ...common, ...cors, ...reply.headers } };
    },
  };
}

/** The first value of each query key; reversed, because `fromEntries` keeps the last entry. */
function firstValues(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].toReversed());
}

function parse<S extends Schema | undefined>(schema: S | undefined, value: unknown): Parsed<S> {
  if (schema === undefined) return undefined as Parsed<S>;
  const result = z.safeParse(schema, value, { error: expectation });
  if (result.success) return result.data as Parsed<S>;
  throw new AppError('validation-failed', {
    issues: result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }))
        : [{ path: issue.path.join('.'), message: issue.message }],
    ),
  });
}

/**
 * The path of an endpoint, with parameters as `{id}`: below `/api/`, or from the root if the route starts
 * with a slash.
 */
export function endpointPath({ route }: { route: string }): string {
  return route.startsWith('/') ? route : `/api/${route}`;
}
