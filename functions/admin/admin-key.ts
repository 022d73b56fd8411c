import { sessionCookie, clearedSessionCookie, sessionIn } from '../../src/http/auth.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import { RotateReply, SignInRequest } from '../../src/admin/wire/admin.ts';

export const adminKeyEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'rotate-key',
    method: 'POST',
    route: 'ops/rotate-key',
    gate: 'admin',
    // After the vault's write, whose response can be lost, the key is read back and the lease is released.
    budgetMs: 20_000,
    summary: 'Rotate the admin key',
    replies: {
      200: {
        description: 'The new key, shown once; all other sessions end',
        schema: RotateReply,
      },
    },
    errors: ['rotation-conflict'],
    async handle({ admin, request, services }) {
      const { adminKey, rotatedAt, session } = await services.adminGate.rotate(admin);
      const cookies = [sessionCookie(request, session)];
      return { ...json<RotateReply>(200, { adminKey, rotatedAt }), cookies };
    },
  }),
  endpoint({
    name: 'sign-in',
    method: 'POST',
    route: 'ops/sign-in',
    gate: 'anonymous',
    firstParty: true,
    summary: 'Sign in to the admin pages',
    body: SignInRequest,
    replies: {
      204: { description: 'The cookie `cw_admin` is set, except in anonymous mode' },
    },
    errors: ['unauthorized', 'rate-limited', 'store-unavailable', 'vault-unavailable'],
    async handle({ body, request, services }) {
      const session = await services.adminGate.signIn(body.key, request.clientIp);
      return { ...empty(204), ...(session !== undefined && { cookies: [sessionCookie(request, session)] }) };
    },
  }),
  endpoint({
    name: 'sign-out',
    method: 'POST',
    route: 'ops/sign-out',
    gate: 'anonymous',
    firstParty: true,
    summary: 'Sign out of the admin pages',
    replies: {
      204: { description: 'The session and copies of its cookie are invalid; the cookie is cleared' },
    },
    errors: ['store-unavailable', 'vault-unavailable'],
    async handle({ request, services }) {
      const session = sessionIn(request);
      if (session !== undefined) await services.adminGate.signOut(session);
      return { ...empty(204), cookies: [clearedSessionCookie(request)] };
    },
  }),
];
