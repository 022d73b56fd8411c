import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  EmailReportsAddress,
  deliveryReportsIn,
  EmailEvents,
  EmailReportsQuery,
  SubscriptionValidation,
  validationCodeIn,
} from '../../src/email/wire/email-reports.ts';

export const deliveryReportEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'email-reports-address',
    method: 'GET',
    route: 'email-reports',
    gate: 'admin',
    summary: 'Get the address that Event Grid sends delivery reports to',
    replies: { 200: { description: 'The address, with its key', schema: EmailReportsAddress } },
    errors: ['email-not-configured'],
    async handle({ request, services }) {
      const url = new URL('/api/email-reports', request.serviceOrigin);
      url.searchParams.set('key', await services.deliveryReports.key());
      return json<EmailReportsAddress>(200, { url: url.href });
    },
  }),
  /** The webhook of Event Grid. A new subscription is confirmed by repeating its code. */
  endpoint({
    name: 'email-reports',
    method: 'POST',
    route: 'email-reports',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'Take delivery reports of the Communication Service, from Event Grid',
    query: EmailReportsQuery,
    body: EmailEvents,
    replies: {
      200: { description: 'The subscription is confirmed', schema: SubscriptionValidation },
      204: { description: 'Stored' },
    },
    errors: ['unauthorized', 'email-not-configured', 'rate-limited', 'store-unavailable'],
    async handle({ query, body, services: { deliveryReports } }) {
      await deliveryReports.requireKey(query.key);
      const validationResponse = validationCodeIn(body);
      if (validationResponse !== undefined) return json<SubscriptionValidation>(200, { validationResponse });
      await deliveryReports.store(deliveryReportsIn(body));
      return empty(204);
    },
  }),
];
