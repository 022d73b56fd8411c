import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { empty } from '../../src/http/request.ts';
import { WidgetParams } from '../../src/wire/widgets.ts';

export const removeWidget = endpoint({
  name: 'widget-remove',
  method: 'DELETE',
  route: 'widgets/{id}',
  gate: 'admin',
  summary: 'Delete a registered widget; `If-Match` requires the version that was read',
  params: WidgetParams,
  answers: { 204: { description: 'Deleted; its conversations are kept' } },
  errors: ['widget-not-found', 'precondition-failed'],
  async handle({ params, request, services }) {
    await services.widgets.remove(params.id, expectedEtags(request));
    services.availability.invalidate(params.id);
    services.agentQueue.invalidateWidgets();
    return empty(204);
  },
});
