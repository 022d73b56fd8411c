import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SessionParams } from '../../src/wire/agent.ts';

export const seeMentions = endpoint({
  name: 'agent-mentions-seen',
  method: 'PUT',
  route: 'agent/sessions/{id}/mentions/seen',
  gate: 'agent',
  summary: 'Mark the agent’s mentions in a conversation as seen',
  params: SessionParams,
  answers: { 204: { description: 'Marked; also if there are no mentions' } },
  async handle({ agent, params, services }) {
    await services.mentions.markSeen(agent.oid, params.id);
    return empty(204);
  },
});
