import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, UrgentReply, UrgentRequest } from '../../src/wire/agent.ts';

export const agentUrgent = endpoint({
  name: 'agent-urgent',
  method: 'PUT',
  route: 'agent/sessions/{id}/urgent',
  gate: 'agent',
  summary: 'Mark a conversation as urgent, or take the mark away',
  params: SessionParams,
  body: UrgentRequest,
  answers: { 200: { description: 'The conversation', schema: UrgentReply } },
  errors: ['session-not-found', 'session-closed'],
  async handle({ body, params, services }) {
    const { session } = await services.agentDesk.markUrgent(params.id, body.urgent);
    return json<UrgentReply>(200, { session: publicSession(session) });
  },
});
