import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentAvailability } from '../../src/wire/agent.ts';

export const setAvailability = endpoint({
  name: 'agent-set-availability',
  method: 'PUT',
  route: 'agent/me/availability',
  gate: 'agent',
  summary: 'Say whether the agent takes conversations',
  body: AgentAvailability,
  answers: { 200: { description: 'Stored', schema: AgentAvailability } },
  async handle({ agent, body, services }) {
    await services.agentPresence.choose(agent, body.status);
    return json<AgentAvailability>(200, { status: body.status });
  },
});
