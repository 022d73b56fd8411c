import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { actionReply } from '../../src/http/action-replies.ts';
import { ActionHeaderParams, ActionReply, SecretHeaderRequest } from '../../src/actions/wire/actions.ts';

export const actionHeaderEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'action-header-set',
    method: 'PUT',
    route: 'assistants/{id}/actions/{actionId}/headers/{name}',
    gate: 'admin',
    summary: 'Keep a header with a secret in the vault; `If-Match` requires the version that was read',
    params: ActionHeaderParams,
    body: SecretHeaderRequest,
    replies: { 200: { description: 'Kept; the value is never shown', schema: ActionReply } },
    errors: ['assistant-not-found', 'not-found', 'precondition-failed', 'vault-unavailable'],
    async handle({ body: { value }, params: { id, actionId, name }, request, services }) {
      const header = { name, value };
      const changed = await services.actions.setHeader(id, actionId, header, expectedEtags(request));
      return actionReply(200, id, changed);
    },
  }),
  endpoint({
    name: 'action-header-remove',
    method: 'DELETE',
    route: 'assistants/{id}/actions/{actionId}/headers/{name}',
    gate: 'admin',
    summary: 'Remove a header with a secret; `If-Match` requires the version that was read',
    params: ActionHeaderParams,
    replies: { 200: { description: 'Removed', schema: ActionReply } },
    errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
    async handle({ params: { id, actionId, name }, request, services }) {
      const changed = await services.actions.removeHeader(id, actionId, name, expectedEtags(request));
      return actionReply(200, id, changed);
    },
  }),
];
