import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { definedFields } from '../../src/http/website-answers.ts';
import { SourceParams, WebsiteSourceChange, WebsiteSourceReply } from '../../src/wire/website-sources.ts';

export const changeSource = endpoint({
  name: 'source-change',
  method: 'PATCH',
  route: 'knowledge/sources/{sourceId}',
  gate: 'admin',
  summary: 'Change the choices of a website: pages, schedule and publication',
  params: SourceParams,
  body: WebsiteSourceChange,
  answers: { 200: { description: 'Changed', schema: WebsiteSourceReply } },
  errors: ['source-not-found'],
  async handle({ body, params, services }) {
    const source = await services.websiteSources.change(params.sourceId, definedFields(body));
    return json<WebsiteSourceReply>(200, { source });
  },
});
