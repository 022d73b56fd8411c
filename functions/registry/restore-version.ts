import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { AssistantReply, VersionParams } from '../../src/wire/assistants.ts';

export const restoreVersion = endpoint({
  name: 'assistant-version-restore',
  method: 'POST',
  route: 'assistants/{id}/versions/{version}/restore',
  gate: 'admin',
  summary: 'Roll an assistant back to an earlier version; `If-Match` requires the version that was read',
  params: VersionParams,
  answers: { 200: { description: 'The live assistant', schema: AssistantReply } },
  errors: ['assistant-not-found', 'version-not-found', 'precondition-failed'],
  async handle({ params: { id, version }, request, services }) {
    await services.assistantVersions.restore(id, version, expectedEtags(request));
    return assistantAnswer(200, await services.assistants.require(id));
  },
});
