import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams } from '../../src/wire/agent.ts';
import { AgentActionReply, AgentActionRequest } from '../../src/wire/visitor-actions.ts';

export const runAgentAction = endpoint({
  name: 'agent-action',
  method: 'POST',
  route: 'agent/sessions/{id}/actions',
  gate: 'agent',
  summary: 'Look something up for the visitor, or propose a change',
  params: SessionParams,
  body: AgentActionRequest,
  answers: { 200: { description: 'The result, or the message with the change', schema: AgentActionReply } },
  errors: ['session-not-found', 'not-session-owner', 'action-not-found', 'session-closed'],
  handle: async ({ agent, body, params, services }) =>
    json<AgentActionReply>(200, await services.agentActions.submit(params.id, agent, body)),
});
