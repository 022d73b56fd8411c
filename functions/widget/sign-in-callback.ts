import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';
import { clearedSignInCookie, signInStateIn, signInReturn } from '../../src/http/visitor-sign-in.ts';
import { visitorErrorPage } from './error-page.ts';

export const widgetSignInCallback = endpoint({
  name: 'widget-sign-in-callback',
  method: 'GET',
  route: 'widget/sign-in/callback',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Sign-in callback of a registered widget’s visitor',
  answers: {
    200: { description: 'The page that hands the proof over', contentType: 'text/html' },
    400: { description: 'The sign-in failed, as an HTML page', contentType: 'text/html' },
  },
  errors: ['rate-limited', 'identity-unavailable', 'store-unavailable'],
  errorPage: visitorErrorPage,
  async handle({ request, services }) {
    const returned = `${signInReturn(request)}?${request.query}`;
    const proof = await services.visitorSignIn.finish(signInStateIn(request), returned);
    const { signedInPage, notSignedInPage } = await import('../../src/web/visitor-sign-in/page.tsx');
    const page = await (proof
      ? pageReply(services, (nonce) => signedInPage({ nonce, proof }), { openerPolicy: 'unsafe-none' })
      : pageReply(services, (nonce) => notSignedInPage({ nonce }), {
          status: 400,
          openerPolicy: 'unsafe-none',
        }));
    return { ...page, cookies: [clearedSignInCookie(request)] };
  },
});
