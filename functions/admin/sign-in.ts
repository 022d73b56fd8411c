import { sessionCookie } from '../../src/http/admin-session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SignInRequest } from '../../src/wire/admin.ts';

export const signIn = endpoint({
  name: 'sign-in',
  method: 'POST',
  route: 'ops/sign-in',
  gate: 'anonymous',
  firstParty: true,
  summary: 'Open the admin surface on this browser',
  body: SignInRequest,
  answers: {
    204: { description: 'The cookie `cw_admin` is set; in anonymous mode there is no need of one' },
  },
  errors: ['unauthorized', 'rate-limited', 'store-unavailable', 'vault-unavailable'],
  async handle({ body, request, services }) {
    const session = await services.adminGate.signIn(body.key, request.clientIp);
    return { ...empty(204), ...(session !== undefined && { cookies: [sessionCookie(request, session)] }) };
  },
});
