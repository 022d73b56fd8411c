import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  WidgetsReply,
  WidgetReply,
  WidgetParams,
  WidgetSwitch,
  IdentitySecretReply,
  IdentitySecretParams,
} from '../../src/widgets/wire/widgets.ts';
import { widgetReply } from '../../src/http/registry-replies.ts';
import { WidgetEdit } from '../../src/widgets/records/widget.ts';
import { AppError } from '../../src/core/errors.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const widgetEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'widgets',
    method: 'GET',
    route: 'widgets',
    gate: 'admin',
    summary: 'List registered widgets',
    replies: { 200: { description: 'By name', schema: WidgetsReply } },
    async handle({ services }) {
      const registered = await services.widgets.list();
      return json<WidgetsReply>(200, {
        widgets: registered.map(({ widget, etag }) => ({ ...widget, etag })),
      });
    },
  }),
  endpoint({
    name: 'widget-create',
    method: 'POST',
    route: 'widgets',
    gate: 'admin',
    summary: 'Register a widget',
    body: WidgetEdit,
    replies: { 201: { description: 'Created; `Location` is its address', schema: WidgetReply } },
    async handle({ body, services }) {
      const created = await services.widgets.create(body);
      services.agentQueue.invalidateWidgets();
      return await widgetReply(201, created, services);
    },
  }),
  endpoint({
    name: 'widget-read',
    method: 'GET',
    route: 'widgets/{id}',
    gate: 'admin',
    summary: 'Get a registered widget',
    params: WidgetParams,
    replies: { 200: { description: 'The current version; `ETag` identifies it', schema: WidgetReply } },
    errors: ['widget-not-found'],
    async handle({ params, services }) {
      const registered = await services.widgets.find(params.id);
      if (!registered) throw new AppError('widget-not-found');
      return await widgetReply(200, registered, services);
    },
  }),
  endpoint({
    name: 'widget-update',
    method: 'PUT',
    route: 'widgets/{id}',
    gate: 'admin',
    summary: 'Update a registered widget; `If-Match` requires the version that was read',
    params: WidgetParams,
    body: WidgetEdit,
    replies: { 200: { description: 'Updated', schema: WidgetReply } },
    errors: ['widget-not-found', 'precondition-failed'],
    async handle({ body, params, request, services }) {
      const updated = await services.widgets.update(params.id, body, expectedEtags(request));
      services.availability.invalidate(params.id);
      services.agentQueue.invalidateWidgets();
      return await widgetReply(200, updated, services);
    },
  }),
  endpoint({
    name: 'widget-remove',
    method: 'DELETE',
    route: 'widgets/{id}',
    gate: 'admin',
    summary: 'Delete a registered widget; `If-Match` requires the version that was read',
    params: WidgetParams,
    replies: { 204: { description: 'Deleted; its conversations are kept' } },
    errors: ['widget-not-found', 'precondition-failed'],
    async handle({ params, request, services }) {
      await services.widgets.remove(params.id, expectedEtags(request));
      services.availability.invalidate(params.id);
      services.agentQueue.invalidateWidgets();
      return empty(204);
    },
  }),
  endpoint({
    name: 'widget-switch',
    method: 'PATCH',
    route: 'widgets/{id}',
    gate: 'admin',
    summary: 'Enable or disable a widget; a repeat changes nothing',
    params: WidgetParams,
    body: WidgetSwitch,
    replies: { 200: { description: 'Enabled or disabled', schema: WidgetReply } },
    errors: ['widget-not-found'],
    async handle({ body, params, services }) {
      const changed = await services.widgets.setEnabled(params.id, body.enabled);
      services.availability.invalidate(params.id);
      return await widgetReply(200, changed, services);
    },
  }),
  endpoint({
    name: 'widget-identity-secret-create',
    method: 'POST',
    route: 'widgets/{id}/identity-secrets',
    gate: 'admin',
    summary:
      'Create a secret for identity tokens, which is shown once; the current one counts until the next. `If-Match` requires the version that was read',
    params: WidgetParams,
    replies: { 200: { description: 'Created', schema: IdentitySecretReply } },
    errors: ['widget-not-found', 'identity-not-configured', 'precondition-failed', 'vault-unavailable'],
    async handle({ params, request, services }) {
      const { registered, secret } = await services.identitySecrets.create(params.id, expectedEtags(request));
      return await widgetReply(200, registered, services, { secret });
    },
  }),
  endpoint({
    name: 'widget-identity-secret-remove',
    method: 'DELETE',
    route: 'widgets/{id}/identity-secrets/{secretId}',
    gate: 'admin',
    summary: 'Remove a secret for identity tokens; `If-Match` requires the version that was read',
    params: IdentitySecretParams,
    replies: { 200: { description: 'Removed', schema: WidgetReply } },
    errors: ['widget-not-found', 'identity-not-configured', 'not-found', 'precondition-failed'],
    async handle({ params, request, services }) {
      const expected = expectedEtags(request);
      const changed = await services.identitySecrets.remove(params.id, params.secretId, expected);
      return await widgetReply(200, changed, services);
    },
  }),
];
