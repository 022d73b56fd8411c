import { endpoint } from '../../src/http/endpoint.ts';
import { cachedReply } from '../../src/http/etag.ts';
import { ActionKeysReply } from '../../src/actions/wire/actions.ts';

export const actionKeys = endpoint({
  name: 'action-keys',
  method: 'GET',
  route: 'actions/keys',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Get the public keys of the tokens that actions carry',
  replies: { 200: { description: 'A JSON Web Key Set (RFC 7517)', schema: ActionKeysReply } },
  errors: ['vault-unavailable'],
  handle: async ({ request, services }) =>
    cachedReply<ActionKeysReply>(request, await services.actionTokens.publicKeys()),
});
