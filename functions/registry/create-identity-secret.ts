import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { widgetAnswer } from '../../src/http/registry-answers.ts';
import { IdentitySecretReply, WidgetParams } from '../../src/wire/widgets.ts';

export const createIdentitySecret = endpoint({
  name: 'widget-identity-secret-create',
  method: 'POST',
  route: 'widgets/{id}/identity-secrets',
  gate: 'admin',
  summary:
    'Create a secret for identity tokens, which is shown once; the current one counts until the next. `If-Match` requires the version that was read',
  params: WidgetParams,
  answers: { 200: { description: 'Created', schema: IdentitySecretReply } },
  errors: ['widget-not-found', 'identity-not-configured', 'precondition-failed', 'vault-unavailable'],
  async handle({ params, request, services }) {
    const { registered, secret } = await services.identitySecrets.create(params.id, expectedEtags(request));
    return await widgetAnswer(200, registered, services, { secret });
  },
});
