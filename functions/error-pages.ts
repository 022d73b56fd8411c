import { SENTENCE_OF, type ErrorCode } from '../src/core/errors.ts';
import { addressWithoutKey } from '../src/http/auth.ts';
import type { ErrorPage } from '../src/http/endpoint.ts';
import { pageReply } from '../src/http/page.ts';

/** The page for an e-mail's link that no longer works. */
export const emailErrorPage: ErrorPage = async ({ code, services }) => {
  const { emailFailurePage } = await import('../src/web/email/page.tsx');
  return pageReply(services, (nonce) => emailFailurePage({ nonce, sentence: SENTENCE_OF[code] }));
};

/** The page for a file that cannot be read. */
export const fileErrorPage: ErrorPage = async ({ code, services }) => {
  const { unreadableFilePage } = await import('../src/web/visitor-sign-in/page.tsx');
  return pageReply(services, (nonce) => unreadableFilePage({ nonce, sentence: SENTENCE_OF[code] }));
};

/** The page in a visitor's sign-in window. */
export const visitorErrorPage: ErrorPage = async ({ code, services }) => {
  const { failedPage } = await import('../src/web/visitor-sign-in/page.tsx');
  const page = (nonce: string) => failedPage({ nonce, sentence: SENTENCE_OF[code] });
  return pageReply(services, page, { openerPolicy: 'unsafe-none' });
};

/** Titles of refusals that a key does not solve. */
const ADMIN_TITLES: Partial<Record<ErrorCode, string>> = {
  'rate-limited': 'Too many attempts',
  'vault-unavailable': 'Temporarily unavailable',
  'store-unavailable': 'Temporarily unavailable',
};
/** The text for a lock-out: the admin surface limits only wrong keys. */
const LOCKED_OUT = 'Too many wrong keys came from your address. Wait a minute, then try again.';

/** The page for a failed admin authentication: to sign in, or with the reason if a key does not solve it. */
export const adminErrorPage: ErrorPage = ({ code, request, services }) => {
  const title = ADMIN_TITLES[code];
  if (code !== 'unauthorized' && title === undefined) return undefined;
  const returnTo = request.method === 'GET' ? addressWithoutKey(request) : '/api/dashboard';
  const render = async () => {
    const { adminErrorPage: failurePage, signInPage } = await import('../src/web/sign-in/page.tsx');
    const failed = Boolean(request.query.get('code'));
    const sentence = code === 'rate-limited' ? LOCKED_OUT : SENTENCE_OF[code];
    return pageReply(services, (nonce) =>
      title === undefined
        ? signInPage({ nonce, failed, returnTo })
        : failurePage({ nonce, title, sentence, returnTo }),
    );
  };
  return render();
};
