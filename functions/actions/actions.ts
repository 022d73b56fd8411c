import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import { listedAction, actionReply, tryActionReply } from '../../src/http/action-replies.ts';
import {
  ActionsReply,
  ActionReply,
  ActionParams,
  TryActionReply,
  TryActionRequest,
} from '../../src/actions/wire/actions.ts';
import { AssistantParams } from '../../src/assistants/wire/assistants.ts';
import { ActionEdit } from '../../src/actions/records/action.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const actionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'actions',
    method: 'GET',
    route: 'assistants/{id}/actions',
    gate: 'admin',
    summary: 'List the actions of an assistant',
    params: AssistantParams,
    replies: { 200: { description: 'The oldest first', schema: ActionsReply } },
    errors: ['assistant-not-found'],
    handle: async ({ params, services }) =>
      json<ActionsReply>(200, { actions: (await services.actions.list(params.id)).map(listedAction) }),
  }),
  endpoint({
    name: 'action-create',
    method: 'POST',
    route: 'assistants/{id}/actions',
    gate: 'admin',
    summary: 'Create an action of an assistant',
    params: AssistantParams,
    body: ActionEdit,
    replies: { 201: { description: 'Created; `Location` is its address', schema: ActionReply } },
    errors: ['assistant-not-found'],
    handle: async ({ body, params, services }) =>
      actionReply(201, params.id, await services.actions.create(params.id, body)),
  }),
  endpoint({
    name: 'action-change',
    method: 'PUT',
    route: 'assistants/{id}/actions/{actionId}',
    gate: 'admin',
    summary: 'Change an action of an assistant; `If-Match` requires the version that was read',
    params: ActionParams,
    body: ActionEdit,
    replies: { 200: { description: 'Changed', schema: ActionReply } },
    errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
    async handle({ body, params: { id, actionId }, request, services }) {
      const changed = await services.actions.change(id, actionId, body, expectedEtags(request));
      return actionReply(200, id, changed);
    },
  }),
  endpoint({
    name: 'action-remove',
    method: 'DELETE',
    route: 'assistants/{id}/actions/{actionId}',
    gate: 'admin',
    summary: 'Remove an action of an assistant; `If-Match` requires the version that was read',
    params: ActionParams,
    replies: { 204: { description: 'Removed with its secrets' } },
    errors: ['assistant-not-found', 'not-found', 'precondition-failed'],
    async handle({ params: { id, actionId }, request, services }) {
      await services.actions.remove(id, actionId, expectedEtags(request));
      return empty(204);
    },
  }),
  endpoint({
    name: 'action-try',
    method: 'POST',
    route: 'assistants/{id}/actions/try',
    gate: 'admin',
    budgetMs: 12_000,
    summary: 'Call the API of an action as a made-up visitor; nothing is stored',
    params: AssistantParams,
    body: TryActionRequest,
    replies: { 200: { description: 'The request and the answer', schema: TryActionReply } },
    errors: ['assistant-not-found', 'not-found'],
    async handle({ body, params, services }) {
      const tried = await services.actionTrials.try(params.id, body);
      return json<TryActionReply>(200, tryActionReply(tried));
    },
  }),
];
