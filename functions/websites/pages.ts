import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  SourcePagesQuery,
  SourcePagesReply,
  SourceParams,
  SourcePageParams,
  SourcePageReply,
  LeftOutHeadings,
} from '../../src/websites/wire/website-sources.ts';

export const pageEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'source-pages',
    method: 'GET',
    route: 'knowledge/sources/{sourceId}/pages',
    gate: 'admin',
    summary: 'List the pages of a website by section, or search them',
    params: SourceParams,
    query: SourcePagesQuery,
    replies: { 200: { description: 'Sections, and one page of the pages', schema: SourcePagesReply } },
    errors: ['source-not-found'],
    async handle({ params, query, services }) {
      const { q: text, changed, leftOut, cursor: after, ...rest } = query;
      const asked = {
        ...rest,
        text,
        after,
        isChanged: changed === 'true',
        ...(leftOut !== undefined && { isLeftOut: leftOut === 'true' }),
      };
      return json<SourcePagesReply>(200, await services.websitePageViews.list(params.sourceId, asked));
    },
  }),
  endpoint({
    name: 'source-page',
    method: 'GET',
    route: 'knowledge/sources/{sourceId}/pages/{pageId}',
    gate: 'admin',
    summary: 'Read a page of a website as the assistant does, with its omitted parts and changes',
    params: SourcePageParams,
    replies: { 200: { description: 'The page', schema: SourcePageReply } },
    errors: ['source-not-found'],
    handle: async ({ params: { sourceId, pageId }, services }) =>
      json<SourcePageReply>(200, await services.websitePageViews.view(sourceId, pageId)),
  }),
  endpoint({
    name: 'source-page-headings',
    method: 'PUT',
    route: 'knowledge/sources/{sourceId}/pages/{pageId}/left-out-headings',
    gate: 'admin',
    summary: 'Leave out the parts of a page below these headings, and no others',
    params: SourcePageParams,
    body: LeftOutHeadings,
    replies: { 200: { description: 'The page as the assistant reads it now', schema: SourcePageReply } },
    errors: ['source-not-found'],
    async handle({ body, params: { sourceId, pageId }, services }) {
      const view = await services.websitePageViews.leaveOutHeadings(sourceId, pageId, body.headings);
      return json<SourcePageReply>(200, view);
    },
  }),
];
