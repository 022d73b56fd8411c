import { endpoint } from '../../src/http/endpoint.ts';
import { AssistantDraft, SessionParams } from '../../src/wire/agent.ts';
import { draftReply } from './draft.ts';

export const agentSuggestion = endpoint({
  name: 'agent-suggestion',
  method: 'POST',
  route: 'agent/sessions/{id}/suggestion',
  gate: 'agent',
  summary: 'Suggest a reply',
  params: SessionParams,
  answers: {
    200: { description: 'The reply; null if the assistant has no suggestion', schema: AssistantDraft },
  },
  errors: ['session-not-found', 'session-closed', 'assistant-unavailable'],
  handle: async ({ params, services }) => draftReply(await services.agentDrafts.suggestion(params.id)),
});
