import { AppError } from '../../src/domain/errors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { WidgetParams, WidgetReply } from '../../src/wire/widgets.ts';

export const widget = endpoint({
  name: 'widget-read',
  method: 'GET',
  route: 'widgets/{id}',
  gate: 'admin',
  summary: 'Get a registered widget',
  params: WidgetParams,
  answers: { 200: { description: 'The current version; `ETag` identifies it', schema: WidgetReply } },
  errors: ['widget-not-found'],
  async handle({ params, services }) {
    const registered = await services.widgets.find(params.id);
    if (!registered) throw new AppError('widget-not-found');
    return await widgetAnswer(200, registered, services);
  },
});
