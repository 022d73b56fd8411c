import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';
import { EmailPageParams } from '../../src/wire/email.ts';
import { emailErrorPage } from './error-page.ts';

/**
 * The largest form, in bytes: that of RFC 8058 (`List-Unsubscribe=One-Click`) or of the page. Its content is
 * not read.
 */
const MAX_FORM_BYTES = 1000;

export const carryOutEmail = endpoint({
  name: 'email-confirm',
  method: 'POST',
  route: 'email/{token}',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Confirm an address, or stop e-mails about new messages',
  params: EmailPageParams,
  blockBytes: MAX_FORM_BYTES,
  answers: { 200: { description: 'Done, as a page', contentType: 'text/html' } },
  errors: ['email-link-invalid', 'rate-limited', 'store-unavailable'],
  errorPage: emailErrorPage,
  async handle({ params, services }) {
    const asked = await services.visitorEmails.describe(params.token);
    await services.visitorEmails.perform(params.token);
    const { emailDonePage } = await import('../../src/web/email/page.tsx');
    return await pageReply(services, (nonce) => emailDonePage({ ...asked, nonce }));
  },
});
