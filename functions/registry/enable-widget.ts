import { endpoint } from '../../src/http/endpoint.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { WidgetParams, WidgetReply } from '../../src/wire/widgets.ts';

export const enableWidget = endpoint({
  name: 'widget-enable',
  method: 'POST',
  route: 'widgets/{id}/enable',
  gate: 'admin',
  summary: 'Enable a widget',
  params: WidgetParams,
  answers: { 200: { description: 'Enabled', schema: WidgetReply } },
  errors: ['widget-not-found'],
  async handle({ params, services }) {
    const changed = await services.widgets.setEnabled(params.id, true);
    services.availability.changed(params.id);
    return await widgetAnswer(200, changed, services);
  },
});
