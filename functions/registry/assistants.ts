import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  AssistantsReply,
  AssistantChange,
  AssistantReply,
  AssistantParams,
  TryReply,
  TryRequest,
} from '../../src/assistants/wire/assistants.ts';
import { assistantReply } from '../../src/http/registry-replies.ts';
import { AppError } from '../../src/core/errors.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { correctable } from '../../src/assistants/rules/quoted-passage.ts';

export const assistantEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'assistants',
    method: 'GET',
    route: 'assistants',
    gate: 'admin',
    summary: 'List assistants and the available knowledge folders',
    replies: { 200: { description: 'The first one, then by name', schema: AssistantsReply } },
    async handle({ services: { assistants: registered, knowledgeFolders, settings } }) {
      const [all, folders] = await Promise.all([registered.list(), knowledgeFolders.list()]);
      return json<AssistantsReply>(200, { assistants: all, folders, models: settings.model !== 'knowledge' });
    },
  }),
  endpoint({
    name: 'assistant-create',
    method: 'POST',
    route: 'assistants',
    gate: 'admin',
    summary: 'Create an assistant',
    body: AssistantChange,
    replies: { 201: { description: 'Created; `Location` is its address', schema: AssistantReply } },
    handle: async ({ body, services }) => assistantReply(201, await services.assistants.create(body)),
  }),
  endpoint({
    name: 'assistant-read',
    method: 'GET',
    route: 'assistants/{id}',
    gate: 'admin',
    summary: 'Get an assistant',
    params: AssistantParams,
    replies: { 200: { description: 'The current version; `ETag` identifies it', schema: AssistantReply } },
    errors: ['assistant-not-found'],
    async handle({ params, services }) {
      const found = await services.assistants.find(params.id);
      if (!found) throw new AppError('assistant-not-found');
      return assistantReply(200, found);
    },
  }),
  endpoint({
    name: 'assistant-update',
    method: 'PUT',
    route: 'assistants/{id}',
    gate: 'admin',
    summary: 'Update an assistant; `If-Match` requires the version that was read',
    params: AssistantParams,
    body: AssistantChange,
    replies: { 200: { description: 'Updated', schema: AssistantReply } },
    errors: ['assistant-not-found', 'precondition-failed'],
    handle: async ({ body, params, request, services }) =>
      assistantReply(200, await services.assistants.update(params.id, body, expectedEtags(request))),
  }),
  endpoint({
    name: 'assistant-remove',
    method: 'DELETE',
    route: 'assistants/{id}',
    gate: 'admin',
    summary: 'Delete an unused assistant; `If-Match` requires the version that was read',
    params: AssistantParams,
    replies: {
      204: {
        description: 'Deleted; its documents, websites, actions and tests are deleted in the background',
      },
    },
    errors: ['assistant-not-found', 'assistant-in-use', 'assistant-first', 'precondition-failed'],
    async handle({ params, request, services }) {
      await services.assistants.remove(params.id, expectedEtags(request));
      return empty(204);
    },
  }),
  endpoint({
    name: 'assistant-try',
    method: 'POST',
    route: 'assistants/try',
    gate: 'admin',
    summary: 'Test a draft of an assistant; nothing is stored',
    body: TryRequest,
    replies: { 200: { description: 'The answer', schema: TryReply } },
    errors: ['assistant-unavailable'],
    async handle({ body: { draft, assistantId, history }, services }) {
      const tried = await services.tryOut.ask(draft, assistantId, history);
      const { content, sources, links, answered, requestHuman, usage, cost } = tried;
      const { inputTokens, outputTokens } = usage;
      const passage = correctable(tried);
      return json<TryReply>(200, {
        content,
        ...(passage !== content && { passage }),
        sources,
        ...(links && { links }),
        answered,
        requestsHuman: requestHuman !== undefined,
        usage: { inputTokens, outputTokens, cost },
      });
    },
  }),
];
