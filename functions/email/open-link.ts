import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { EmailLinkReply, EmailLinkRequest } from '../../src/wire/email.ts';

export const openEmailLink = endpoint({
  name: 'open-email-link',
  method: 'POST',
  route: 'email-link',
  gate: 'visitor',
  limit: 'requests-for-agents',
  summary: 'Open the conversation of a link in an e-mail, once',
  body: EmailLinkRequest,
  answers: { 200: { description: 'The conversation', schema: EmailLinkReply } },
  errors: ['origin-not-allowed', 'email-link-invalid', 'rate-limited'],
  handle: async ({ body, services }) =>
    json<EmailLinkReply>(200, await services.visitorEmails.open(body.link, body)),
});
