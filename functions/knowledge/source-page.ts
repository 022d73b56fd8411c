import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourcePageParams, SourcePageReply } from '../../src/wire/website-sources.ts';

export const sourcePage = endpoint({
  name: 'source-page',
  method: 'GET',
  route: 'knowledge/sources/{sourceId}/pages/{pageId}',
  gate: 'admin',
  summary: 'Read a page of a website as the assistant does, with its omitted parts and changes',
  params: SourcePageParams,
  answers: { 200: { description: 'The page', schema: SourcePageReply } },
  errors: ['source-not-found'],
  handle: async ({ params: { sourceId, pageId }, services }) =>
    json<SourcePageReply>(200, await services.websitePageViews.view(sourceId, pageId)),
});
