import * as z from 'zod/mini';
import { endpoint } from '../../src/http/endpoint.ts';
import { AssistantDraft, SessionParams, SummaryRequest } from '../../src/wire/agent.ts';
import { draftReply } from './draft.ts';

export const agentSummary = endpoint({
  name: 'agent-summary',
  method: 'POST',
  route: 'agent/sessions/{id}/summary',
  gate: 'agent',
  summary: 'Summarize a conversation',
  params: SessionParams,
  body: z.optional(SummaryRequest),
  answers: { 200: { description: 'The summary', schema: AssistantDraft } },
  errors: ['session-not-found', 'model-not-configured', 'assistant-unavailable'],
  handle: async ({ body, params, services }) =>
    draftReply(await services.agentDrafts.summary(params.id, body?.locale)),
});
