import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantParams, VersionsReply } from '../../src/wire/assistants.ts';

export const versions = endpoint({
  name: 'assistant-versions',
  method: 'GET',
  route: 'assistants/{id}/versions',
  gate: 'admin',
  summary: 'List the earlier versions of an assistant',
  params: AssistantParams,
  answers: { 200: { description: 'The newest first, the last 10', schema: VersionsReply } },
  errors: ['assistant-not-found'],
  async handle({ params, services }) {
    const earlier = await services.assistantVersions.list(params.id);
    return json<VersionsReply>(200, { versions: earlier });
  },
});
