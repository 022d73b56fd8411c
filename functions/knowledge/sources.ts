import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { WebsiteSourcesQuery, WebsiteSourcesReply } from '../../src/wire/website-sources.ts';

export const websiteSources = endpoint({
  name: 'source-list',
  method: 'GET',
  route: 'knowledge/sources',
  gate: 'admin',
  summary: 'List the websites that assistants read',
  query: WebsiteSourcesQuery,
  answers: { 200: { description: 'By address', schema: WebsiteSourcesReply } },
  handle: async ({ query, services }) =>
    json<WebsiteSourcesReply>(200, { sources: await services.websiteSources.list(query.assistantId) }),
});
