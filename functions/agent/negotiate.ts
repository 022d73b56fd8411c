import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentNegotiateReply } from '../../src/desk/wire/agent.ts';

export const agentNegotiate = endpoint({
  name: 'agent-negotiate',
  method: 'POST',
  route: 'agent/negotiate',
  gate: 'agent',
  summary: 'Get a connection to the real-time channel as an agent',
  replies: { 200: { description: 'Where to connect', schema: AgentNegotiateReply } },
  errors: ['realtime-unavailable'],
  handle: async ({ agent, request, services }) =>
    json<AgentNegotiateReply>(200, await services.realtime.agentAccess(agent.oid, request.serviceOrigin)),
});
