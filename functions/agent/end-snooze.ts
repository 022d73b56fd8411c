import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, SnoozeReply } from '../../src/wire/agent.ts';

export const endSnooze = endpoint({
  name: 'agent-snooze-end',
  method: 'DELETE',
  route: 'agent/sessions/{id}/snooze',
  gate: 'agent',
  summary: 'End the snooze of a conversation',
  params: SessionParams,
  answers: { 200: { description: 'The conversation is not snoozed', schema: SnoozeReply } },
  errors: ['session-not-found', 'not-session-owner', 'session-closed'],
  async handle({ agent, params, services }) {
    const { session } = await services.agentDesk.snooze(params.id, agent, undefined);
    return json<SnoozeReply>(200, { session: publicSession(session) });
  },
});
