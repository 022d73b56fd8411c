import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentMe } from '../../src/wire/agent.ts';

export const agentMe = endpoint({
  name: 'agent-me',
  method: 'GET',
  route: 'agent/me',
  gate: 'agent',
  summary: 'Get the claims of the token, and whether the agent takes conversations',
  answers: { 200: { description: 'The normalized claims and the choice', schema: AgentMe } },
  async handle({ agent: { oid, upn, email, tenantId }, services }) {
    const availability = await services.colleagues.statusOf(oid);
    return json<AgentMe>(200, {
      ...{ oid, upn, email, tenantId },
      ...(availability && { availability }),
      ...(services.translations.isOn && { translates: true }),
    });
  },
});
