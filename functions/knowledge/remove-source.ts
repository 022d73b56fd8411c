import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SourceParams } from '../../src/wire/website-sources.ts';

export const removeSource = endpoint({
  name: 'source-remove',
  method: 'DELETE',
  route: 'knowledge/sources/{sourceId}',
  gate: 'admin',
  summary: 'Delete a website; its pages and texts are deleted in the background',
  params: SourceParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['source-not-found'],
  async handle({ params, services }) {
    await services.websiteSources.remove(params.sourceId);
    return empty(204);
  },
});
