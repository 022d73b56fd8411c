import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { LeftMessageReply, LeftMessageRequest, SessionParams } from '../../src/wire/agent.ts';

export const agentLeftMessage = endpoint({
  name: 'agent-left-message',
  method: 'PUT',
  route: 'agent/sessions/{id}/left-message',
  gate: 'agent',
  summary: 'Mark the message that the visitor left as answered, or take the mark away',
  params: SessionParams,
  body: LeftMessageRequest,
  answers: { 200: { description: 'The conversation', schema: LeftMessageReply } },
  errors: ['session-not-found', 'not-session-owner', 'no-message-left'],
  async handle({ agent, body, params, services }) {
    const { session } = await services.agentDesk.markAnswered(params.id, agent, body.answered);
    return json<LeftMessageReply>(200, { session: publicSession(session) });
  },
});
