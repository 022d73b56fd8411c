import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { AssistantParams, AssistantReply } from '../../src/wire/assistants.ts';

export const publishDraft = endpoint({
  name: 'assistant-draft-publish',
  method: 'POST',
  route: 'assistants/{id}/draft/publish',
  gate: 'admin',
  summary: 'Make the changes of an assistant live; `If-Match` requires the version that was read',
  params: AssistantParams,
  answers: { 200: { description: 'The live assistant', schema: AssistantReply } },
  errors: ['assistant-not-found', 'draft-not-found', 'precondition-failed'],
  async handle({ params, request, services }) {
    await services.drafts.publish(params.id, expectedEtags(request));
    return assistantAnswer(200, await services.assistants.require(params.id));
  },
});
