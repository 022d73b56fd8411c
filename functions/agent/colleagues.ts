import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { COLLEAGUE_PERIODS, ColleaguesQuery, ColleaguesReply } from '../../src/wire/agent.ts';

export const agentColleagues = endpoint({
  name: 'agent-colleagues',
  method: 'GET',
  route: 'agent/colleagues',
  gate: 'agent',
  summary: 'List the other agents active in the last 12 hours or 30 days',
  query: ColleaguesQuery,
  answers: { 200: { description: 'By name', schema: ColleaguesReply } },
  async handle({ agent, query, services }) {
    const everyone = await services.colleagues.list(COLLEAGUE_PERIODS[query.period]);
    return json<ColleaguesReply>(200, { colleagues: everyone.filter(({ oid }) => oid !== agent.oid) });
  },
});
