import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { EmailReportsAddress } from '../../src/wire/email-reports.ts';

export const emailReportsAddress = endpoint({
  name: 'email-reports-address',
  method: 'GET',
  route: 'email-reports',
  gate: 'admin',
  summary: 'Get the address that Event Grid sends delivery reports to',
  answers: { 200: { description: 'The address, with its key', schema: EmailReportsAddress } },
  errors: ['email-not-configured'],
  async handle({ request, services }) {
    const url = new URL('/api/email-reports', request.serviceOrigin);
    url.searchParams.set('key', await services.deliveryReports.key());
    return json<EmailReportsAddress>(200, { url: url.href });
  },
});
