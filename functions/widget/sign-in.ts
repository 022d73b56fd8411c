import * as z from 'zod/mini';
import { endpoint } from '../../src/http/endpoint.ts';
import { redirect } from '../../src/http/request.ts';
import { signInStateCookie, signInReturn } from '../../src/http/visitor-sign-in.ts';
import { visitorErrorPage } from './error-page.ts';

export const widgetSignIn = endpoint({
  name: 'widget-sign-in',
  method: 'GET',
  route: 'widget/sign-in',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Start the sign-in of a registered widget’s visitor',
  query: z.object({ w: z._default(z.string(), '') }),
  answers: {
    302: { description: 'To the directory' },
    404: { description: 'Widget not found, or it has no sign-in', contentType: 'text/html' },
  },
  errors: ['rate-limited', 'widget-disabled', 'identity-unavailable', 'store-unavailable'],
  errorPage: visitorErrorPage,
  async handle({ query, request, services }) {
    const { url, state } = await services.visitorSignIn.begin(query.w, signInReturn(request));
    return { ...redirect(url), cookies: [signInStateCookie(request, state)] };
  },
});
