import { publicSession } from '../../src/conversations/records/public-session.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, SnoozeReply, SnoozeRequest } from '../../src/desk/wire/agent.ts';

export const snoozeEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-snooze',
    method: 'PUT',
    route: 'agent/sessions/{id}/snooze',
    gate: 'agent',
    summary: 'Snooze a conversation until a time or the visitor’s next message',
    params: SessionParams,
    body: SnoozeRequest,
    replies: { 200: { description: 'The conversation is snoozed', schema: SnoozeReply } },
    errors: ['session-not-found', 'not-session-owner', 'session-closed'],
    async handle({ agent, body, params, services }) {
      const { session } = await services.agentDesk.snooze(params.id, agent, body.until);
      return json<SnoozeReply>(200, { session: publicSession(session) });
    },
  }),
  endpoint({
    name: 'agent-snooze-end',
    method: 'DELETE',
    route: 'agent/sessions/{id}/snooze',
    gate: 'agent',
    summary: 'End the snooze of a conversation',
    params: SessionParams,
    replies: { 200: { description: 'The conversation is not snoozed', schema: SnoozeReply } },
    errors: ['session-not-found', 'not-session-owner', 'session-closed'],
    async handle({ agent, params, services }) {
      const { session } = await services.agentDesk.snooze(params.id, agent, undefined);
      return json<SnoozeReply>(200, { session: publicSession(session) });
    },
  }),
];
