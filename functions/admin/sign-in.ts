import { sessionCookie } from '../../src/http/auth.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SignInRequest } from '../../src/wire/admin.ts';

export const signIn = endpoint({
  name: 'sign-in',
  method: 'POST',
  route: 'ops/sign-in',
  gate: 'anonymous',
  firstParty: true,
  summary: 'Sign in to the admin pages',
  body: SignInRequest,
  answers: {
    204: { description: 'The cookie `cw_admin` is set, except in anonymous mode' },
  },
  errors: ['unauthorized', 'rate-limited', 'store-unavailable', 'vault-unavailable'],
  async handle({ body, request, services }) {
    const session = await services.adminGate.signIn(body.key, request.clientIp);
    return { ...empty(204), ...(session !== undefined && { cookies: [sessionCookie(request, session)] }) };
  },
});
