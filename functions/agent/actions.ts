import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams } from '../../src/desk/wire/agent.ts';
import {
  AgentActionsQuery,
  AgentActionsReply,
  AgentActionReply,
  AgentActionRequest,
} from '../../src/actions/wire/visitor-actions.ts';

export const actionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-actions',
    method: 'GET',
    route: 'agent/sessions/{id}/actions',
    gate: 'agent',
    summary: 'List the actions for a conversation',
    params: SessionParams,
    query: AgentActionsQuery,
    replies: { 200: { description: 'Each with its form', schema: AgentActionsReply } },
    errors: ['session-not-found'],
    handle: async ({ agent, params, query, services }) =>
      json<AgentActionsReply>(200, {
        actions: await services.agentActions.list(params.id, agent, query.form),
      }),
  }),
  endpoint({
    name: 'agent-action',
    method: 'POST',
    route: 'agent/sessions/{id}/actions',
    gate: 'agent',
    summary: 'Look something up for the visitor, or propose a change',
    params: SessionParams,
    body: AgentActionRequest,
    replies: { 200: { description: 'The result, or the message with the change', schema: AgentActionReply } },
    errors: ['session-not-found', 'not-session-owner', 'action-not-found', 'session-closed'],
    handle: async ({ agent, body, params, services }) =>
      json<AgentActionReply>(200, await services.agentActions.submit(params.id, agent, body)),
  }),
];
