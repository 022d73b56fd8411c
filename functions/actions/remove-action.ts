import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { empty } from '../../src/http/request.ts';
import { ActionParams } from '../../src/wire/actions.ts';

export const removeAction = endpoint({
  name: 'action-remove',
  method: 'DELETE',
  route: 'assistants/{id}/actions/{actionId}',
  gate: 'admin',
  summary: 'Remove an action of an assistant; `If-Match` requires the version that was read',
  params: ActionParams,
  answers: { 204: { description: 'Removed with its secrets' } },
  errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
  async handle({ params: { id, actionId }, request, services }) {
    await services.actions.remove(id, actionId, expectedEtags(request));
    return empty(204);
  },
});
