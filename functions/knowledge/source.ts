import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourceParams, WebsiteSourceReply } from '../../src/wire/website-sources.ts';

export const websiteSource = endpoint({
  name: 'source-read',
  method: 'GET',
  route: 'knowledge/sources/{sourceId}',
  gate: 'admin',
  summary: 'Read a website with its progress; continues work on it that no instance does',
  params: SourceParams,
  answers: { 200: { description: 'The website', schema: WebsiteSourceReply } },
  errors: ['source-not-found'],
  handle: async ({ params, services }) =>
    json<WebsiteSourceReply>(200, { source: await services.websiteSources.read(params.sourceId) }),
});
