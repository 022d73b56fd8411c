import { SENTENCE_OF, type ErrorCode } from '../../src/domain/errors.ts';
import { addressWithoutKey } from '../../src/http/auth.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';
import { isForPerson } from '../../src/http/negotiation.ts';

/** Titles of refusals that a key does not solve. Their error page keeps the `Retry-After` header. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  'rate-limited': 'Too many attempts',
  'vault-unavailable': 'Temporarily unavailable',
  'store-unavailable': 'Temporarily unavailable',
};
/** The text for a lock-out: the admin surface limits only wrong keys. */
const LOCKED_OUT = 'Too many wrong keys came from your address. Wait a minute, then try again.';

/** Answers a browser that fails admin authentication with a page instead of JSON. */
export function withSignInPage(endpoint: Endpoint): Endpoint {
  if (endpoint.gate !== 'admin') return endpoint;
  return {
    ...endpoint,
    async run(request, services) {
      const reply = await endpoint.run(request, services);
      const { status, error } = reply;
      const title = error && TITLES[error];
      if ((status !== 401 && title === undefined) || !isForPerson(request)) return reply;
      const { adminErrorPage, signInPage } = await import('../../src/web/sign-in/page.tsx');
      const returnTo = request.method === 'GET' ? addressWithoutKey(request) : '/api/dashboard';
      const failed = Boolean(request.query.get('code'));
      const page = await pageReply(
        services,
        (nonce) =>
          error && title !== undefined
            ? adminErrorPage({ nonce, title, sentence: sentenceOf(error), returnTo })
            : signInPage({ nonce, failed, returnTo }),
        { status },
      );
      return { ...page, headers: { ...reply.headers, ...page.headers } };
    },
  };
}

/** The text that explains an error and its remedy. */
function sentenceOf(code: ErrorCode): string {
  return code === 'rate-limited' ? LOCKED_OUT : SENTENCE_OF[code];
}
