import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams } from '../../src/wire/agent.ts';
import { AgentActionsReply } from '../../src/wire/visitor-actions.ts';

export const agentActionList = endpoint({
  name: 'agent-actions',
  method: 'GET',
  route: 'agent/sessions/{id}/actions',
  gate: 'agent',
  summary: 'List the actions for a conversation',
  params: SessionParams,
  answers: { 200: { description: 'Each with its form', schema: AgentActionsReply } },
  errors: ['session-not-found'],
  handle: async ({ agent, params, services }) =>
    json<AgentActionsReply>(200, { actions: await services.agentActions.list(params.id, agent) }),
});
