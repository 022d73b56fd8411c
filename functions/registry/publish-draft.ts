import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { AssistantParams, AssistantReply, PublishDraftQuery } from '../../src/wire/assistants.ts';

export const publishDraft = endpoint({
  name: 'assistant-draft-publish',
  method: 'POST',
  route: 'assistants/{id}/draft/publish',
  gate: 'admin',
  summary: 'Make the changes of an assistant live; `If-Match` requires the version that was read',
  params: AssistantParams,
  query: PublishDraftQuery,
  answers: { 200: { description: 'The live assistant', schema: AssistantReply } },
  errors: ['assistant-not-found', 'draft-not-found', 'draft-conflict', 'precondition-failed'],
  async handle({ params, query, request, services }) {
    const options = { overwrite: query.overwrite === 'true', expected: expectedEtags(request) };
    await services.drafts.publish(params.id, options);
    return assistantAnswer(200, await services.assistants.require(params.id));
  },
});
