import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourceParams, WebsiteSourceReply } from '../../src/wire/website-sources.ts';

export const stopSource = endpoint({
  name: 'source-stop',
  method: 'POST',
  route: 'knowledge/sources/{sourceId}/stop',
  gate: 'admin',
  summary: 'Stop finding or reading a website’s pages; pages that were read are published',
  params: SourceParams,
  answers: { 200: { description: 'Stopped', schema: WebsiteSourceReply } },
  errors: ['source-not-found'],
  handle: async ({ params, services }) =>
    json<WebsiteSourceReply>(200, { source: await services.websiteSources.stop(params.sourceId) }),
});
