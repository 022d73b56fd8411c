import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { empty } from '../../src/http/request.ts';
import { WidgetParams } from '../../src/wire/widgets.ts';

export const removeWidget = endpoint({
  name: 'widget-remove',
  method: 'DELETE',
  route: 'widgets/{id}',
  gate: 'admin',
  summary: 'Remove a registered widget, with `If-Match` only as it was read',
  params: WidgetParams,
  answers: { 204: { description: 'It is gone; its chats stay, with its stamp' } },
  errors: ['widget-not-found', 'precondition-failed'],
  async handle({ params, request, services }) {
    await services.widgets.remove(params.id, expectedEtags(request));
    return empty(204);
  },
});
