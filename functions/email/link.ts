import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { EmailLinkReply, EmailLinkRequest, EmailPageParams } from '../../src/email/wire/email.ts';
import { pageReply } from '../../src/http/page.ts';
import { emailErrorPage } from '../error-pages.ts';

/**
 * The largest form, in bytes: that of RFC 8058 (`List-Unsubscribe=One-Click`) or of the page. Its content is
 * not read.
 */
const MAX_FORM_BYTES = 1000;

export const linkEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'open-email-link',
    method: 'POST',
    route: 'email-link',
    gate: 'visitor',
    limit: 'requests-for-agents',
    summary: 'Open the conversation of a link in an e-mail',
    body: EmailLinkRequest,
    replies: { 200: { description: 'The conversation', schema: EmailLinkReply } },
    errors: ['origin-not-allowed', 'email-link-invalid', 'rate-limited'],
    handle: async ({ body, services }) =>
      json<EmailLinkReply>(200, await services.visitorEmails.open(body.link, body.widgetId)),
  }),
  /** Asks for confirmation, because link scanners also open links in e-mails. */
  endpoint({
    name: 'email-page',
    method: 'GET',
    route: 'email/{token}',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'The page that confirms an address, or stops e-mails about new messages',
    params: EmailPageParams,
    replies: { 200: { description: 'The page', contentType: 'text/html' } },
    errors: ['email-link-invalid', 'rate-limited', 'store-unavailable'],
    errorPage: emailErrorPage,
    async handle({ params, services }) {
      const asked = await services.visitorEmails.describe(params.token);
      const { emailQuestionPage } = await import('../../src/web/email/page.tsx');
      return await pageReply(services, (nonce) => emailQuestionPage({ ...asked, nonce }));
    },
  }),
  endpoint({
    name: 'email-confirm',
    method: 'POST',
    route: 'email/{token}',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'Confirm an address, or stop e-mails about new messages',
    params: EmailPageParams,
    blockBytes: MAX_FORM_BYTES,
    replies: { 200: { description: 'Done, as a page', contentType: 'text/html' } },
    errors: ['email-link-invalid', 'rate-limited', 'store-unavailable'],
    errorPage: emailErrorPage,
    async handle({ params, services }) {
      const asked = await services.visitorEmails.describe(params.token);
      await services.visitorEmails.perform(params.token);
      const { emailDonePage } = await import('../../src/web/email/page.tsx');
      return await pageReply(services, (nonce) => emailDonePage({ ...asked, nonce }));
    },
  }),
];
