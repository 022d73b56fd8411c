import { endpoint } from '../../src/http/endpoint.ts';
import { actionAnswer } from '../../src/http/action-answers.ts';
import { ActionEdit } from '../../src/domain/records/action.ts';
import { ActionReply } from '../../src/wire/actions.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const createAction = endpoint({
  name: 'action-create',
  method: 'POST',
  route: 'assistants/{id}/actions',
  gate: 'admin',
  summary: 'Create an action of an assistant',
  params: AssistantParams,
  body: ActionEdit,
  answers: { 201: { description: 'Created; `Location` is its address', schema: ActionReply } },
  errors: ['assistant-not-found'],
  handle: async ({ body, params, services }) =>
    actionAnswer(201, params.id, await services.actions.create(params.id, body)),
});
