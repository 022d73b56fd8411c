import { endpoint } from '../../src/http/endpoint.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { WidgetParams, WidgetReply, WidgetSwitch } from '../../src/wire/widgets.ts';

export const switchWidget = endpoint({
  name: 'widget-switch',
  method: 'PATCH',
  route: 'widgets/{id}',
  gate: 'admin',
  summary: 'Enable or disable a widget; a repeat changes nothing',
  params: WidgetParams,
  body: WidgetSwitch,
  answers: { 200: { description: 'Enabled or disabled', schema: WidgetReply } },
  errors: ['widget-not-found'],
  async handle({ body, params, services }) {
    const changed = await services.widgets.setEnabled(params.id, body.enabled);
    services.availability.invalidate(params.id);
    return await widgetAnswer(200, changed, services);
  },
});
