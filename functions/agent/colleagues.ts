import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ColleaguesReply } from '../../src/wire/agent.ts';

export const agentColleagues = endpoint({
  name: 'agent-colleagues',
  method: 'GET',
  route: 'agent/colleagues',
  gate: 'agent',
  summary: 'List the other agents active in the last 12 hours',
  answers: { 200: { description: 'By name', schema: ColleaguesReply } },
  async handle({ agent, services }) {
    const everyone = await services.colleagues.list();
    return json<ColleaguesReply>(200, { colleagues: everyone.filter(({ oid }) => oid !== agent.oid) });
  },
});
