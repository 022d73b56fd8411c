import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { IdentitySecretParams, WidgetReply } from '../../src/wire/widgets.ts';

export const removeIdentitySecret = endpoint({
  name: 'widget-identity-secret-remove',
  method: 'DELETE',
  route: 'widgets/{id}/identity-secrets/{secretId}',
  gate: 'admin',
  summary: 'Remove a secret for identity tokens; `If-Match` requires the version that was read',
  params: IdentitySecretParams,
  answers: { 200: { description: 'Removed', schema: WidgetReply } },
  errors: ['widget-not-found', 'identity-not-configured', 'not-found', 'precondition-failed'],
  async handle({ params, request, services }) {
    const expected = expectedEtags(request);
    const changed = await services.identitySecrets.remove(params.id, params.secretId, expected);
    return await widgetAnswer(200, changed, services);
  },
});
