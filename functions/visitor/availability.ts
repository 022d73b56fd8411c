import { AppError } from '../../src/domain/errors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AvailabilityQuery, AvailabilityReply } from '../../src/wire/visitor.ts';

export const availability = endpoint({
  name: 'availability',
  method: 'GET',
  route: 'availability',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Availability of people now; with `w`, for the widget that is registered under this id',
  query: AvailabilityQuery,
  answers: { 200: { description: 'Cacheable for 15 seconds', schema: AvailabilityReply } },
  errors: ['widget-not-found', 'widget-disabled', 'realtime-unavailable'],
  async handle({ query, services }) {
    const { status, ...more } = await services.availability.now(query.w);
    // If it is unknown whether agents are connected, neither answer would be right.
    if (status === 'unknown') throw new AppError('realtime-unavailable');
    const reply = {
      status,
      ...more,
      ...(services.emailIsOn && { email: true as const }),
      ...(services.switches.known()?.chatOff && { off: true as const }),
    };
    return json<AvailabilityReply>(200, reply, { 'cache-control': 'public, max-age=15' });
  },
});
