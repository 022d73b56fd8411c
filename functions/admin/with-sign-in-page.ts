import { AppError, STATUS_OF, type ErrorCode } from '../../src/domain/errors.ts';
import { addressWithoutKey, isForPerson } from '../../src/http/admin-door.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';

/** Refusals that a key would not change: each gets an error page, with `Retry-After` unchanged. */
const TOLD: readonly ErrorCode[] = ['rate-limited', 'vault-unavailable', 'store-unavailable'];

/** Answers a browser that failed admin authentication with a page instead of the JSON error. */
export function withSignInPage(endpoint: Endpoint): Endpoint {
  if (endpoint.gate !== 'admin') return endpoint;
  return {
    ...endpoint,
    async run(request, services) {
      const reply = await endpoint.run(request, services);
      const told = TOLD.find((code) => STATUS_OF[code] === reply.status && says(reply.body, code));
      if ((reply.status !== 401 && !told) || !isForPerson(request)) return reply;
      const { adminErrorPage, signInPage } = await import('../../src/web/sign-in/page.tsx');
      const returnTo = request.method === 'GET' ? addressWithoutKey(request) : '/api/dashboard';
      const failed = Boolean(request.query.get('code'));
      const page = pageReply(
        services.random,
        (nonce) =>
          told
            ? adminErrorPage({ nonce, sentence: new AppError(told).message })
            : signInPage({ nonce, failed, returnTo }),
        { status: reply.status },
      );
      return { ...page, headers: { ...reply.headers, ...page.headers } };
    },
  };
}

function says(body: unknown, code: ErrorCode): boolean {
  return typeof body === 'string' && body.startsWith(`{"error":"${code}"`);
}
