import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentMe } from '../../src/wire/agent.ts';

export const agentMe = endpoint({
  name: 'agent-me',
  method: 'GET',
  route: 'agent/me',
  gate: 'agent',
  summary: 'Get the claims of the token',
  answers: { 200: { description: 'The normalized claims', schema: AgentMe } },
  handle: ({ agent: { oid, upn, email, tenantId } }) => json<AgentMe>(200, { oid, upn, email, tenantId }),
});
