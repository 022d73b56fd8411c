import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { listedAction } from '../../src/http/action-answers.ts';
import { ActionsReply } from '../../src/wire/actions.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const actions = endpoint({
  name: 'actions',
  method: 'GET',
  route: 'assistants/{id}/actions',
  gate: 'admin',
  summary: 'List the actions of an assistant',
  params: AssistantParams,
  answers: { 200: { description: 'The oldest first', schema: ActionsReply } },
  errors: ['assistant-not-found'],
  handle: async ({ params, services }) =>
    json<ActionsReply>(200, { actions: (await services.actions.list(params.id)).map(listedAction) }),
});
