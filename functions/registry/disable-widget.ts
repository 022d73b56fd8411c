import { endpoint } from '../../src/http/endpoint.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { WidgetParams, WidgetReply } from '../../src/wire/widgets.ts';

export const disableWidget = endpoint({
  name: 'widget-disable',
  method: 'POST',
  route: 'widgets/{id}/disable',
  gate: 'admin',
  summary: 'Disable a widget',
  params: WidgetParams,
  answers: { 200: { description: 'Disabled', schema: WidgetReply } },
  errors: ['widget-not-found'],
  async handle({ params, services }) {
    const changed = await services.widgets.setEnabled(params.id, false);
    services.availability.changed(params.id);
    return await widgetAnswer(200, changed, services);
  },
});
