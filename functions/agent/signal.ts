import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SessionParams, SignalRequest } from '../../src/wire/agent.ts';

export const agentSignal = endpoint({
  name: 'agent-signal',
  method: 'POST',
  route: 'agent/sessions/{id}/signal',
  gate: 'agent',
  summary: 'Send a typing or seen signal to the visitor',
  params: SessionParams,
  body: SignalRequest,
  answers: { 204: { description: 'A connected visitor gets the event' } },
  errors: ['session-not-found', 'not-session-owner', 'session-closed', 'realtime-unavailable'],
  async handle({ agent, body, params, services }) {
    await services.agentSignals.signal(params.id, agent.oid, body);
    return empty(204);
  },
});
