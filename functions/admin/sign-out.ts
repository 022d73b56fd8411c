import { endedSessionCookie, sentSession } from '../../src/http/admin-session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';

export const signOut = endpoint({
  name: 'sign-out',
  method: 'POST',
  route: 'ops/sign-out',
  gate: 'anonymous',
  firstParty: true,
  summary: 'Close the admin surface on this browser',
  answers: {
    204: { description: 'The session is over, also for copies of its cookie, and the cookie is cleared' },
  },
  errors: ['store-unavailable', 'vault-unavailable'],
  async handle({ request, services }) {
    const session = sentSession(request);
    if (session !== undefined) await services.adminGate.signOut(session);
    return { ...empty(204), cookies: [endedSessionCookie(request)] };
  },
});
