import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ReleaseReply, SessionParams } from '../../src/wire/agent.ts';

export const agentRelease = endpoint({
  name: 'agent-release',
  method: 'POST',
  route: 'agent/sessions/{id}/release',
  gate: 'agent',
  summary: 'Return a conversation to the queue',
  params: SessionParams,
  answers: { 200: { description: 'The conversation is back in the queue', schema: ReleaseReply } },
  errors: ['session-not-found', 'not-session-owner', 'session-closed'],
  async handle({ agent, params, services }) {
    const { session } = await services.agentDesk.release(params.id, agent);
    return json<ReleaseReply>(200, { session: publicSession(session) });
  },
});
