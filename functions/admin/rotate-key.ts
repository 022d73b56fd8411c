import { sessionCookie } from '../../src/http/auth.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RotateReply } from '../../src/wire/admin.ts';

export const rotateKey = endpoint({
  name: 'rotate-key',
  method: 'POST',
  route: 'ops/rotate-key',
  gate: 'admin',
  // After the vault's write, whose response can be lost, the key is read back and the lease is released.
  budgetMs: 20_000,
  summary: 'Rotate the admin key',
  answers: {
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
});
