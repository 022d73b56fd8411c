import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { serviceSettingsReply } from '../../src/http/settings-replies.ts';
import {
  ServiceSettingsReply,
  ServiceSettings,
  TestEmailReply,
  TestEmailRequest,
} from '../../src/email/wire/service-settings.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';

export const serviceSettingEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'service-settings',
    method: 'GET',
    route: 'service-settings',
    gate: 'admin',
    summary: 'Get the retention and the e-mail sender, with the values that the environment decides',
    replies: {
      200: { description: 'The current version; `ETag` identifies it', schema: ServiceSettingsReply },
    },
    async handle({ services }) {
      return serviceSettingsReply(await services.serviceSettings.read(), services);
    },
  }),
  endpoint({
    name: 'service-settings-save',
    method: 'PUT',
    route: 'service-settings',
    gate: 'admin',
    summary: 'Replace the retention and the e-mail sender; the environment overrides them',
    body: ServiceSettings,
    replies: { 200: { description: 'Saved', schema: ServiceSettingsReply } },
    errors: ['precondition-failed'],
    async handle({ body, request, services }) {
      return serviceSettingsReply(
        await services.serviceSettings.save(body, expectedEtags(request)),
        services,
      );
    },
  }),
  endpoint({
    name: 'test-email',
    method: 'POST',
    route: 'service-settings/test-email',
    gate: 'admin',
    // The time of the store and the e-mail service together.
    budgetMs: 20_000,
    summary: 'Send a test e-mail; without a `failure`, the e-mail service has taken it',
    body: TestEmailRequest,
    replies: { 200: { description: 'The result', schema: TestEmailReply } },
    async handle({ body, services }) {
      const failure = await services.sendTestEmail(body.to);
      return json<TestEmailReply>(200, { ...(failure && { failure }) });
    },
  }),
];
