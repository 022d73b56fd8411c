import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { actionAnswer } from '../../src/http/action-answers.ts';
import { ActionHeaderParams, ActionReply } from '../../src/wire/actions.ts';

export const removeActionHeader = endpoint({
  name: 'action-header-remove',
  method: 'DELETE',
  route: 'assistants/{id}/actions/{actionId}/headers/{name}',
  gate: 'admin',
  summary: 'Remove a header with a secret; `If-Match` requires the version that was read',
  params: ActionHeaderParams,
  answers: { 200: { description: 'Removed', schema: ActionReply } },
  errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
  async handle({ params: { id, actionId, name }, request, services }) {
    const changed = await services.actions.removeHeader(id, actionId, name, expectedEtags(request));
    return actionAnswer(200, id, changed);
  },
});
