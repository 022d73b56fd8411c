import { clearedSessionCookie, sessionIn } from '../../src/http/auth.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';

export const signOut = endpoint({
  name: 'sign-out',
  method: 'POST',
  route: 'ops/sign-out',
  gate: 'anonymous',
  firstParty: true,
  summary: 'Sign out of the admin pages',
  answers: {
    204: { description: 'The session and copies of its cookie are invalid; the cookie is cleared' },
  },
  errors: ['store-unavailable', 'vault-unavailable'],
  async handle({ request, services }) {
    const session = sessionIn(request);
    if (session !== undefined) await services.adminGate.signOut(session);
    return { ...empty(204), cookies: [clearedSessionCookie(request)] };
  },
});
