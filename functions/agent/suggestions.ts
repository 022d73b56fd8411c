import * as z from 'zod/mini';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import {
  AssistantDraft,
  CorrectionRequest,
  MessageParams,
  SessionParams,
  SummaryRequest,
} from '../../src/desk/wire/agent.ts';
import { sessionAgent } from '../../src/conversations/rules/agent-groups.ts';
import { empty, json, type HttpReply } from '../../src/http/request.ts';

export const suggestionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-suggestion',
    method: 'POST',
    route: 'agent/sessions/{id}/suggestion',
    gate: 'agent',
    summary: 'Suggest a reply',
    params: SessionParams,
    replies: {
      200: { description: 'The reply; null if the assistant has no suggestion', schema: AssistantDraft },
    },
    errors: ['session-not-found', 'session-closed', 'model-not-configured', 'assistant-unavailable'],
    handle: async ({ params, services }) => draftReply(await services.agentDrafts.suggestion(params.id)),
  }),
  endpoint({
    name: 'agent-summary',
    method: 'POST',
    route: 'agent/sessions/{id}/summary',
    gate: 'agent',
    summary: 'Summarize a conversation',
    params: SessionParams,
    body: z.optional(SummaryRequest),
    replies: { 200: { description: 'The summary', schema: AssistantDraft } },
    errors: ['session-not-found', 'model-not-configured', 'assistant-unavailable'],
    handle: async ({ body, params, services }) =>
      draftReply(await services.agentDrafts.summary(params.id, body?.locale)),
  }),
  endpoint({
    name: 'agent-correction',
    method: 'PUT',
    route: 'agent/sessions/{id}/messages/{messageId}/correction',
    gate: 'agent',
    summary: 'Suggest another answer than the assistant’s to the admins, or remove the suggestion',
    params: MessageParams,
    body: CorrectionRequest,
    replies: { 204: { description: 'Stored; listed in Questions' } },
    errors: ['session-not-found'],
    async handle({ agent, body, params, services }) {
      const by = sessionAgent(agent);
      await services.corrections.suggest(params.id, params.messageId, by, body.answer);
      return empty(204);
    },
  }),
];

/** The response to a request for a suggestion or a summary. */
export function draftReply({ text, usage, cost }: AssistantDraft): HttpReply {
  const { inputTokens, outputTokens } = usage;
  return json<AssistantDraft>(200, { text, usage: { inputTokens, outputTokens }, cost });
}
