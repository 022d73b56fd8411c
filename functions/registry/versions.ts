import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  AssistantParams,
  VersionsReply,
  AssistantReply,
  VersionParams,
} from '../../src/assistants/wire/assistants.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { assistantReply } from '../../src/http/registry-replies.ts';

export const versionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'assistant-versions',
    method: 'GET',
    route: 'assistants/{id}/versions',
    gate: 'admin',
    summary: 'List the earlier versions of an assistant',
    params: AssistantParams,
    replies: { 200: { description: 'The newest first, the last 10', schema: VersionsReply } },
    errors: ['assistant-not-found'],
    async handle({ params, services }) {
      const earlier = await services.assistantVersions.list(params.id);
      return json<VersionsReply>(200, { versions: earlier });
    },
  }),
  endpoint({
    name: 'assistant-version-restore',
    method: 'POST',
    route: 'assistants/{id}/versions/{version}/restore',
    gate: 'admin',
    summary: 'Roll an assistant back to an earlier version; `If-Match` requires the version that was read',
    params: VersionParams,
    replies: { 200: { description: 'The live assistant', schema: AssistantReply } },
    errors: ['assistant-not-found', 'version-not-found', 'precondition-failed'],
    async handle({ params: { id, version }, request, services }) {
      await services.assistantVersions.restore(id, version, expectedEtags(request));
      return assistantReply(200, await services.assistants.require(id));
    },
  }),
];
