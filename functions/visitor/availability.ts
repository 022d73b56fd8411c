import { AppError } from '../../src/core/errors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AvailabilityQuery, AvailabilityReply } from '../../src/chat/wire/visitor.ts';

export const availability = endpoint({
  name: 'availability',
  method: 'GET',
  route: 'availability',
  gate: 'visitor',
  limit: 'reads',
  summary:
    'Availability of people now; with `w`, for the widget that is registered under this id; with `asks=true`, for a visitor who asks for a person',
  query: AvailabilityQuery,
  replies: { 200: { description: 'Cacheable for 15 seconds; not with `asks`', schema: AvailabilityReply } },
  errors: ['widget-not-found', 'widget-disabled', 'realtime-unavailable'],
  async handle({ query, services }) {
    const { status, ...more } = await services.availability.now(query.w, query.asks !== undefined);
    // If it is unknown whether agents are connected, neither answer would be right.
    if (status === 'unknown') throw new AppError('realtime-unavailable');
    const reply = {
      status,
      ...more,
      ...(services.emailIsOn && { email: true as const }),
      ...((await services.switches.isChatOff()) && { off: true as const }),
    };
    return json<AvailabilityReply>(200, reply, {
      'cache-control': query.asks === undefined ? 'public, max-age=15' : 'no-store',
    });
  },
});
