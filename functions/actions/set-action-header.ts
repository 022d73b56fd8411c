import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { actionAnswer } from '../../src/http/action-answers.ts';
import { ActionHeaderParams, ActionReply, SecretHeaderRequest } from '../../src/wire/actions.ts';

export const setActionHeader = endpoint({
  name: 'action-header-set',
  method: 'PUT',
  route: 'assistants/{id}/actions/{actionId}/headers/{name}',
  gate: 'admin',
  summary: 'Keep a header with a secret in the vault; `If-Match` requires the version that was read',
  params: ActionHeaderParams,
  body: SecretHeaderRequest,
  answers: { 200: { description: 'Kept; the value is never shown', schema: ActionReply } },
  errors: ['assistant-not-found', 'not-found', 'precondition-failed', 'vault-unavailable'],
  async handle({ body: { value }, params: { id, actionId, name }, request, services }) {
    const header = { name, value };
    const changed = await services.actions.setHeader(id, actionId, header, expectedEtags(request));
    return actionAnswer(200, id, changed);
  },
});
