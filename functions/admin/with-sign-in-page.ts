import { addressWithoutKey, isForPerson } from '../../src/http/admin-door.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';

/** Gives a person whom the gate of the admin surface did not let in the sign-in page instead of the JSON error. */
export function withSignInPage(endpoint: Endpoint): Endpoint {
  if (endpoint.gate !== 'admin') return endpoint;
  return {
    ...endpoint,
    async run(request, services) {
      const reply = await endpoint.run(request, services);
      if (reply.status !== 401 || !isForPerson(request)) return reply;
      const { signInPage } = await import('../../src/pages/sign-in/page.tsx');
      const returnTo = request.method === 'GET' ? addressWithoutKey(request) : '/api/dashboard';
      const failed = Boolean(request.query.get('code'));
      const page = pageReply(services.random, (nonce) => signInPage({ nonce, failed, returnTo }), {
        status: 401,
      });
      return { ...page, headers: { ...reply.headers, ...page.headers } };
    },
  };
}
