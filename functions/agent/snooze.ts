import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, SnoozeReply, SnoozeRequest } from '../../src/wire/agent.ts';

export const agentSnooze = endpoint({
  name: 'agent-snooze',
  method: 'PUT',
  route: 'agent/sessions/{id}/snooze',
  gate: 'agent',
  summary: 'Snooze a conversation until a time or the visitor’s next message',
  params: SessionParams,
  body: SnoozeRequest,
  answers: { 200: { description: 'The conversation is snoozed', schema: SnoozeReply } },
  errors: ['session-not-found', 'not-session-owner', 'session-closed'],
  async handle({ agent, body, params, services }) {
    const { session } = await services.agentDesk.snooze(params.id, agent, body.until);
    return json<SnoozeReply>(200, { session: publicSession(session) });
  },
});
