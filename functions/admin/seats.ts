import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SeatsReply } from '../../src/admin/wire/admin.ts';

export const seats = endpoint({
  name: 'seats',
  method: 'GET',
  route: 'seats',
  gate: 'admin',
  summary: 'List the agents who hold a seat',
  replies: { 200: { description: 'Newest claim first', schema: SeatsReply } },
  async handle({ services }) {
    const [holders, known] = await Promise.all([services.seats.holders(), services.colleagues.listAll()]);
    const named = holders.map((holder) => {
      const agent = known.find(({ oid }) => oid === holder.oid);
      return { ...holder, ...(agent && { name: agent.name, lastSeenAt: agent.lastSeenAt }) };
    });
    return json<SeatsReply>(200, { seats: named });
  },
});
