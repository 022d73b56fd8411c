import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DefaultWidgetReply, DefaultWidget } from '../../src/widgets/wire/default-widget.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const defaultWidgetEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'default-widget',
    method: 'GET',
    route: 'default-widget',
    gate: 'admin',
    summary: 'Get the default widget, which the plain script tag shows, and the sites that have loaded it',
    replies: {
      200: { description: 'The current version; `ETag` identifies it', schema: DefaultWidgetReply },
    },
    async handle({ services }) {
      const [{ widget, etag }, seen] = await Promise.all([
        services.defaultWidgets.read(),
        services.tagSightings.list(),
      ]);
      return json<DefaultWidgetReply>(200, { widget, etag, seen }, { etag });
    },
  }),
  endpoint({
    name: 'default-widget-save',
    method: 'PUT',
    route: 'default-widget',
    gate: 'admin',
    summary: 'Replace the default widget; `If-Match` requires the version that was read',
    body: DefaultWidget,
    replies: { 200: { description: 'Saved', schema: DefaultWidgetReply } },
    errors: ['precondition-failed'],
    async handle({ body, request, services }) {
      const { widget, etag } = await services.defaultWidgets.save(body, expectedEtags(request));
      const seen = await services.tagSightings.list();
      return json<DefaultWidgetReply>(200, { widget, etag, seen }, { etag });
    },
  }),
];
