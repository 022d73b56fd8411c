import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';
import { SourcesReply } from '../../src/wire/sources.ts';

export const sources = endpoint({
  name: 'assistant-sources',
  method: 'GET',
  route: 'assistants/{id}/sources',
  gate: 'admin',
  summary: 'List the sources of an assistant’s knowledge, with their problems',
  params: AssistantParams,
  answers: {
    200: { description: 'The folder, if there is one, files and added answers', schema: SourcesReply },
  },
  errors: ['assistant-not-found'],
  handle: async ({ params, services }) =>
    json<SourcesReply>(200, { sources: await services.knowledgeSources.list(params.id) }),
});
