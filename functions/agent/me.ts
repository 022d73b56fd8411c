import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentMe, AgentAvailability } from '../../src/desk/wire/agent.ts';

export const meEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-me',
    method: 'GET',
    route: 'agent/me',
    gate: 'agent',
    summary: 'Get the claims of the token, and whether the agent takes conversations',
    replies: { 200: { description: 'The normalized claims and the choice', schema: AgentMe } },
    async handle({ agent: { oid, upn, email, tenantId }, services }) {
      const availability = await services.colleagues.statusOf(oid);
      return json<AgentMe>(200, {
        ...{ oid, upn, email, tenantId },
        ...(availability && { availability }),
        ...(services.translations.isOn && { translates: true as const }),
        ...(services.agentDrafts.isOn && { drafts: true as const }),
      });
    },
  }),
  endpoint({
    name: 'agent-set-availability',
    method: 'PUT',
    route: 'agent/me/availability',
    gate: 'agent',
    summary: 'Say whether the agent takes conversations',
    body: AgentAvailability,
    replies: { 200: { description: 'Stored', schema: AgentAvailability } },
    async handle({ agent, body, services }) {
      await services.agentPresence.choose(agent, body.status);
      return json<AgentAvailability>(200, { status: body.status });
    },
  }),
];
