import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourceParams, WebsiteSourceReply } from '../../src/wire/website-sources.ts';

export const publishSource = endpoint({
  name: 'source-publish',
  method: 'POST',
  route: 'knowledge/sources/{sourceId}/publish',
  gate: 'admin',
  summary: 'Publish the changes of a website that wait',
  params: SourceParams,
  answers: { 200: { description: 'Published', schema: WebsiteSourceReply } },
  errors: ['source-not-found'],
  handle: async ({ params, services }) =>
    json<WebsiteSourceReply>(200, { source: await services.websiteSources.publish(params.sourceId) }),
});
