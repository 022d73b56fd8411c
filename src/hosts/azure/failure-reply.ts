import { asErrorPage } from '../../http/error-page.ts';
import { errorReply } from '../../http/errors.ts';
import { commonHeaders, requestIdOf } from '../../http/common-headers.ts';
import { corsHeaders, preflight } from '../../http/cross-origin.ts';
import type { HttpReply } from '../../http/request.ts';
import type { Allowlist } from '../../conversations/rules/origin.ts';
import type { IncomingRequest } from '../incoming.ts';

/** A request that could not be answered because code did not load or a component did not start. */
export interface FailedRequest {
  error: unknown;
  request: Pick<IncomingRequest, 'header' | 'method'>;
  invocationId: string;
  /** The endpoint's name. */
  endpoint: string;
}

/** The allowlist if the setting cannot be read: no site may read the reply. */
const NO_SITE: Allowlist = { any: false, origins: new Set() };

/**
 * The error reply with the common headers. Pages of the allowlist may read it, because the endpoint with its
 * own rules is not loaded.
 */
export async function failureReply(
  { error, request, invocationId, endpoint }: FailedRequest,
  allowlistOf: () => Promise<Allowlist>,
): Promise<HttpReply> {
  // A failure to read the allowlist must not replace the original error.
  const allowlist = await allowlistOf().catch(() => NO_SITE);
  const asked = request.header('access-control-request-method');
  const reply =
    request.method === 'OPTIONS' && asked !== undefined
      ? preflight(allowlist, request, asked)
      : await formFor(endpoint, error, request);
  const common = commonHeaders(requestIdOf(request, () => invocationId));
  return { ...reply, headers: { ...common, ...corsHeaders(allowlist, request), ...reply.headers } };
}

/** The error as a page for browsers, otherwise and for health as JSON. */
async function formFor(
  endpoint: string,
  error: unknown,
  request: FailedRequest['request'],
): Promise<HttpReply> {
  const isHealth = endpoint === 'health';
  const { reply } = errorReply(error, isHealth ? { ok: false } : {});
  // If the code of the page cannot be loaded either, the first error is the one to report.
  return isHealth
    ? reply
    : await asErrorPage(
        reply,
        request,
        () => page(error),
        () => undefined,
      );
}

async function page(error: unknown): Promise<HttpReply> {
  const { startErrorPage } = await import('../../http/start-error-page.ts');
  return startErrorPage(error);
}
