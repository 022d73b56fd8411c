import { verifiedEmail } from '../../src/conversations/rules/visitors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { VisitorTokenReply, VisitorTokenRequest } from '../../src/chat/wire/visitor.ts';

export const widgetToken = endpoint({
  name: 'widget-token',
  method: 'POST',
  route: 'widget/token',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Get the token of a registered widget’s visitor, or renew it',
  body: VisitorTokenRequest,
  replies: { 200: { description: 'The token, and what renews it', schema: VisitorTokenReply } },
  errors: [
    'origin-not-allowed',
    'identity-required',
    'identity-refused',
    'identity-changed',
    'identity-unavailable',
    'vault-unavailable',
  ],
  async handle({ body, request, services }) {
    const { serviceOrigin } = request;
    const { visitor, linked, ...issued } = await services.widgetAuth.issueToken({
      ...body,
      origin: request.header('origin'),
      serviceOrigin,
    });
    return json<VisitorTokenReply>(200, {
      ...issued,
      ...(visitor && { visitor: { name: visitor.name, email: verifiedEmail(visitor) } }),
      ...(linked && { linked }),
    });
  },
});
