import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { WidgetsReply } from '../../src/wire/widgets.ts';

export const widgets = endpoint({
  name: 'widgets',
  method: 'GET',
  route: 'widgets',
  gate: 'admin',
  summary: 'List registered widgets',
  answers: { 200: { description: 'By name', schema: WidgetsReply } },
  async handle({ services }) {
    const registered = await services.widgets.list();
    return json<WidgetsReply>(200, { widgets: registered.map(({ widget, etag }) => ({ ...widget, etag })) });
  },
});
