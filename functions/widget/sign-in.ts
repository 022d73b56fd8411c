import * as z from 'zod/mini';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { redirect } from '../../src/http/request.ts';
import {
  signInStateCookie,
  signInReturn,
  clearedSignInCookie,
  signInStateIn,
} from '../../src/http/visitor-sign-in.ts';
import { visitorErrorPage } from '../error-pages.ts';
import { pageReply } from '../../src/http/page.ts';

export const signInEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'widget-sign-in',
    method: 'GET',
    route: 'widget/sign-in',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'Start the sign-in of a registered widget’s visitor',
    query: z.object({ w: z._default(z.string(), '') }),
    replies: {
      302: { description: 'To the directory' },
      404: { description: 'Widget not found, or it has no sign-in', contentType: 'text/html' },
    },
    errors: ['rate-limited', 'widget-disabled', 'identity-unavailable', 'store-unavailable'],
    errorPage: visitorErrorPage,
    async handle({ query, request, services }) {
      const { url, state } = await services.visitorSignIn.begin(query.w, signInReturn(request));
      return { ...redirect(url), cookies: [signInStateCookie(request, state)] };
    },
  }),
  endpoint({
    name: 'widget-sign-in-callback',
    method: 'GET',
    route: 'widget/sign-in/callback',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'Sign-in callback of a registered widget’s visitor',
    replies: {
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
  }),
];
