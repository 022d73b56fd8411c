import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentMessageReply, AgentMessageRequest, SessionParams } from '../../src/wire/agent.ts';

export const agentMessage = endpoint({
  name: 'agent-message',
  method: 'POST',
  route: 'agent/sessions/{id}/message',
  gate: 'agent',
  summary: 'Send a message to the visitor',
  params: SessionParams,
  body: AgentMessageRequest,
  answers: { 200: { description: 'The message as stored', schema: AgentMessageReply } },
  errors: ['session-not-found', 'not-session-owner', 'session-closed'],
  handle: async ({ agent, body, params, services }) =>
    json<AgentMessageReply>(200, { message: await services.agentDesk.send(params.id, agent, body) }),
});
