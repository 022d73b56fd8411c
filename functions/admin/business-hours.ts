import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { BusinessHoursReply } from '../../src/wire/hours.ts';

export const businessHours = endpoint({
  name: 'business-hours',
  method: 'GET',
  route: 'business-hours',
  gate: 'admin',
  summary: 'Get the business hours of the deployment; without `hours` people answer at any time',
  answers: { 200: { description: 'The current version; `ETag` identifies it', schema: BusinessHoursReply } },
  async handle({ services }) {
    const { hours, etag } = await services.hoursSettings.read();
    return json<BusinessHoursReply>(200, { hours, etag }, { etag });
  },
});
