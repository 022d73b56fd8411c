import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { tryActionReply } from '../../src/http/action-answers.ts';
import { TryActionReply, TryActionRequest } from '../../src/wire/actions.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const tryAction = endpoint({
  name: 'action-try',
  method: 'POST',
  route: 'assistants/{id}/actions/try',
  gate: 'admin',
  budgetMs: 12_000,
  summary: 'Call the API of an action as a made-up visitor; nothing is stored',
  params: AssistantParams,
  body: TryActionRequest,
  answers: { 200: { description: 'The request and the answer', schema: TryActionReply } },
  errors: ['assistant-not-found', 'not-found'],
  async handle({ body, params, services }) {
    const tried = await services.actionTrials.try(params.id, body);
    return json<TryActionReply>(200, tryActionReply(tried));
  },
});
