import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { actionAnswer } from '../../src/http/action-answers.ts';
import { ActionEdit } from '../../src/domain/records/action.ts';
import { ActionParams, ActionReply } from '../../src/wire/actions.ts';

export const changeAction = endpoint({
  name: 'action-change',
  method: 'PUT',
  route: 'assistants/{id}/actions/{actionId}',
  gate: 'admin',
  summary: 'Change an action of an assistant; `If-Match` requires the version that was read',
  params: ActionParams,
  body: ActionEdit,
  answers: { 200: { description: 'Changed', schema: ActionReply } },
  errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
  async handle({ body, params: { id, actionId }, request, services }) {
    const changed = await services.actions.change(id, actionId, body, expectedEtags(request));
    return actionAnswer(200, id, changed);
  },
});
