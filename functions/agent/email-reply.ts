import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentMessageReply, EmailReplyRequest, SessionParams } from '../../src/wire/agent.ts';

export const emailReply = endpoint({
  name: 'agent-email-reply',
  method: 'POST',
  route: 'agent/sessions/{id}/email',
  gate: 'agent',
  summary: 'Answer a message that was left by e-mail',
  params: SessionParams,
  body: EmailReplyRequest,
  answers: { 200: { description: 'The message as stored; it is sent by e-mail', schema: AgentMessageReply } },
  errors: [
    'session-not-found',
    'not-session-owner',
    'session-closed',
    'no-email-address',
    'email-not-configured',
  ],
  async handle({ agent, body, params, services }) {
    const message = await services.agentDesk.send(params.id, agent, { ...body, byEmail: true });
    return json<AgentMessageReply>(200, { message });
  },
});
