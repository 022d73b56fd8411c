import { errorReply } from '../http/errors.ts';
import { commonHeaders, requestIdOf } from '../http/common-headers.ts';
import { corsHeaders, preflight } from '../http/cross-origin.ts';
import { isForPerson } from '../http/negotiation.ts';
import type { HttpReply } from '../http/request.ts';
import type { Allowlist } from '../domain/origin.ts';
import type { IncomingRequest } from './incoming.ts';

/** A request that could not be answered because code was not loaded or a component not started. */
export interface FailedRequest {
  error: unknown;
  request: Pick<IncomingRequest, 'header' | 'method'>;
  invocationId: string;
  /** The name of the endpoint. */
  endpoint: string;
}

/** The allowlist if not even the setting could be read: no site's page may read the reply. */
const NO_SITE: Allowlist = { any: false, origins: new Set() };

/**
 * The reply to a request that could not be answered, with the headers that every reply has. Any page of the
 * allowlist may read it, because the endpoint, which knows who may call it, is not loaded.
 */
export async function failureReply(
  { error, request, invocationId, endpoint }: FailedRequest,
  allowlistOf: () => Promise<Allowlist>,
): Promise<HttpReply> {
  // The error that is answered is the first one; the allowlist may be what could not be read.
  const allowlist = await allowlistOf().catch(() => NO_SITE);
  const asked = request.header('access-control-request-method');
  const reply =
    request.method === 'OPTIONS' && asked !== undefined
      ? preflight(allowlist, request, asked)
      : await formFor(endpoint, error, request);
  const common = commonHeaders(requestIdOf(request, () => invocationId));
  return { ...reply, headers: { ...common, ...corsHeaders(allowlist, request), ...reply.headers } };
}

/** The error in the form for its caller: a page for a browser, but health is for programs. */
async function formFor(
  endpoint: string,
  error: unknown,
  request: FailedRequest['request'],
): Promise<HttpReply> {
  const isHealth = endpoint === 'health';
  const { reply } = errorReply(error, isHealth ? { ok: false } : {});
  return !isHealth && isForPerson(request) ? await page(error).catch(() => reply) : reply;
}

/** Rejects if the page's code is also missing. */
async function page(error: unknown): Promise<HttpReply> {
  const { startErrorPage } = await import('../http/error-page.ts');
  return startErrorPage(error);
}
