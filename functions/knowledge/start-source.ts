import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourceParams, WebsiteSourceReply } from '../../src/wire/website-sources.ts';

export const startSource = endpoint({
  name: 'source-start',
  method: 'POST',
  route: 'knowledge/sources/{sourceId}/start',
  gate: 'admin',
  summary: 'Read a website’s pages now',
  params: SourceParams,
  answers: { 200: { description: 'Being read', schema: WebsiteSourceReply } },
  errors: ['source-not-found'],
  handle: async ({ params, services }) =>
    json<WebsiteSourceReply>(200, { source: await services.websiteSources.start(params.sourceId) }),
});
