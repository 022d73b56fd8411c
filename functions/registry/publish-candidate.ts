import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { AssistantParams, AssistantReply } from '../../src/wire/assistants.ts';

export const publishCandidate = endpoint({
  name: 'assistant-candidate-publish',
  method: 'POST',
  route: 'assistants/{id}/candidate/publish',
  gate: 'admin',
  budgetMs: 20_000,
  summary: 'Make the changes of an assistant live; `If-Match` requires the version that was read',
  params: AssistantParams,
  answers: { 200: { description: 'The live assistant', schema: AssistantReply } },
  errors: ['assistant-not-found', 'candidate-not-found', 'precondition-failed'],
  handle: async ({ params, request, services }) =>
    assistantAnswer(200, await services.candidates.publish(params.id, expectedEtags(request))),
});
