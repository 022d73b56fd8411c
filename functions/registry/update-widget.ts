import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { WidgetEdit } from '../../src/domain/records/widget.ts';
import { WidgetParams, WidgetReply } from '../../src/wire/widgets.ts';

export const updateWidget = endpoint({
  name: 'widget-update',
  method: 'PUT',
  route: 'widgets/{id}',
  gate: 'admin',
  summary: 'Update a registered widget; `If-Match` requires the version that was read',
  params: WidgetParams,
  body: WidgetEdit,
  answers: { 200: { description: 'Updated', schema: WidgetReply } },
  errors: ['widget-not-found', 'precondition-failed'],
  async handle({ body, params, request, services }) {
    const updated = await services.widgets.update(params.id, body, expectedEtags(request));
    services.availability.invalidate(params.id);
    services.agentQueue.invalidateWidgets();
    return await widgetAnswer(200, updated, services);
  },
});
