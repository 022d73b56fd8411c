import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { BusinessHoursReply, BusinessHoursRequest } from '../../src/availability/wire.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const businessHoursEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'business-hours',
    method: 'GET',
    route: 'business-hours',
    gate: 'admin',
    summary: 'Get the business hours of the deployment; without `hours` people answer at any time',
    replies: {
      200: { description: 'The current version; `ETag` identifies it', schema: BusinessHoursReply },
    },
    async handle({ services }) {
      const { hours, etag } = await services.hoursSettings.read();
      return json<BusinessHoursReply>(200, { hours, etag }, { etag });
    },
  }),
  endpoint({
    name: 'business-hours-save',
    method: 'PUT',
    route: 'business-hours',
    gate: 'admin',
    summary: 'Replace the business hours of the deployment; `If-Match` requires the version that was read',
    body: BusinessHoursRequest,
    replies: { 200: { description: 'Saved', schema: BusinessHoursReply } },
    errors: ['precondition-failed'],
    async handle({ body, request, services }) {
      const { hours, etag } = await services.hoursSettings.save(body.hours, expectedEtags(request));
      services.availability.invalidate();
      return json<BusinessHoursReply>(200, { hours, etag }, { etag });
    },
  }),
];
