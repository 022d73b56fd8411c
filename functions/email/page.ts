import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';
import { EmailPageParams } from '../../src/wire/email.ts';
import { emailErrorPage } from './error-page.ts';

/** Asks for confirmation, because link scanners also open links in e-mails. */
export const emailPage = endpoint({
  name: 'email-page',
  method: 'GET',
  route: 'email/{token}',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'The page that confirms an address, or stops e-mails about new messages',
  params: EmailPageParams,
  answers: { 200: { description: 'The page', contentType: 'text/html' } },
  errors: ['email-link-invalid', 'rate-limited', 'store-unavailable'],
  errorPage: emailErrorPage,
  async handle({ params, services }) {
    const asked = await services.visitorEmails.describe(params.token);
    const { emailQuestionPage } = await import('../../src/web/email/page.tsx');
    return await pageReply(services, (nonce) => emailQuestionPage({ ...asked, nonce }));
  },
});
