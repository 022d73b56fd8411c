import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { PresenceRequest, SessionParams } from '../../src/wire/agent.ts';

export const agentPresence = endpoint({
  name: 'agent-session-presence',
  method: 'POST',
  route: 'agent/sessions/{id}/presence',
  gate: 'agent',
  summary: 'Report that this agent views a conversation, writes in it, or has left it',
  params: SessionParams,
  body: PresenceRequest,
  answers: { 204: { description: 'Connected agents get the event' } },
  errors: ['realtime-unavailable'],
  async handle({ agent, body, params, services }) {
    await services.conversationPresence.publish(params.id, agent, body.activity);
    return empty(204);
  },
});
