import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { LeftOutHeadings, SourcePageParams, SourcePageReply } from '../../src/wire/website-sources.ts';

export const leaveOutHeadings = endpoint({
  name: 'source-page-headings',
  method: 'PUT',
  route: 'knowledge/sources/{sourceId}/pages/{pageId}/left-out-headings',
  gate: 'admin',
  summary: 'Leave out the parts of a page below these headings, and no others',
  params: SourcePageParams,
  body: LeftOutHeadings,
  answers: { 200: { description: 'The page as the assistant reads it now', schema: SourcePageReply } },
  errors: ['source-not-found'],
  async handle({ body, params: { sourceId, pageId }, services }) {
    const view = await services.websitePageViews.leaveOutHeadings(sourceId, pageId, body.headings);
    return json<SourcePageReply>(200, view);
  },
});
