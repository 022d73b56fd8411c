import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourcePagesQuery, SourcePagesReply, SourceParams } from '../../src/wire/website-sources.ts';

export const sourcePages = endpoint({
  name: 'source-pages',
  method: 'GET',
  route: 'knowledge/sources/{sourceId}/pages',
  gate: 'admin',
  summary: 'List the pages of a website by section, or search them',
  params: SourceParams,
  query: SourcePagesQuery,
  answers: { 200: { description: 'Sections, and one page of the pages', schema: SourcePagesReply } },
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
});
