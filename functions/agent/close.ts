import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CloseReply, SessionParams } from '../../src/wire/agent.ts';

export const agentClose = endpoint({
  name: 'agent-close',
  method: 'POST',
  route: 'agent/sessions/{id}/close',
  gate: 'agent',
  summary: 'Close a conversation',
  params: SessionParams,
  answers: { 200: { description: 'The conversation is closed', schema: CloseReply } },
  errors: ['session-not-found', 'not-session-owner'],
  async handle({ agent, params, services }) {
    const { session, changed } = await services.agentDesk.close(params.id, agent);
    return json<CloseReply>(200, {
      session: publicSession(session),
      ...(!changed && { alreadyClosed: true }),
    });
  },
});
