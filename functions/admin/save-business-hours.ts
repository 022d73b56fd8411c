import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { BusinessHoursReply, BusinessHoursRequest } from '../../src/wire/hours.ts';

export const saveBusinessHours = endpoint({
  name: 'business-hours-save',
  method: 'PUT',
  route: 'business-hours',
  gate: 'admin',
  summary: 'Replace the business hours of the deployment; `If-Match` requires the version that was read',
  body: BusinessHoursRequest,
  answers: { 200: { description: 'Saved', schema: BusinessHoursReply } },
  errors: ['precondition-failed'],
  async handle({ body, request, services }) {
    const { hours, etag } = await services.hoursSettings.save(body.hours, expectedEtags(request));
    services.availability.invalidate();
    return json<BusinessHoursReply>(200, { hours, etag }, { etag });
  },
});
