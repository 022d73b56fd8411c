import { endpoint } from '../../src/http/endpoint.ts';
import { empty, json } from '../../src/http/request.ts';
import {
  deliveryReportsIn,
  EmailEvents,
  EmailReportsQuery,
  SubscriptionValidation,
  validationCodeIn,
} from '../../src/wire/email-reports.ts';

/** The webhook of Event Grid. A new subscription is confirmed by repeating its code. */
export const emailReports = endpoint({
  name: 'email-reports',
  method: 'POST',
  route: 'email-reports',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Take delivery reports of the Communication Service, from Event Grid',
  query: EmailReportsQuery,
  body: EmailEvents,
  answers: {
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
});
