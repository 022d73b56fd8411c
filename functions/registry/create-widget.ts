import { endpoint } from '../../src/http/endpoint.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { WidgetEdit } from '../../src/domain/records/widget.ts';
import { WidgetReply } from '../../src/wire/widgets.ts';

export const createWidget = endpoint({
  name: 'widget-create',
  method: 'POST',
  route: 'widgets',
  gate: 'admin',
  summary: 'Register a widget',
  body: WidgetEdit,
  answers: { 201: { description: 'Created; `Location` is its address', schema: WidgetReply } },
  async handle({ body, services }) {
    const created = await services.widgets.create(body);
    services.agentQueue.invalidateWidgets();
    return await widgetAnswer(201, created, services);
  },
});
