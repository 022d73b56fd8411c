import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ClaimReply, SessionParams } from '../../src/wire/agent.ts';

export const agentClaim = endpoint({
  name: 'agent-claim',
  method: 'POST',
  route: 'agent/sessions/{id}/claim',
  gate: 'agent',
  summary: 'Claim a conversation',
  params: SessionParams,
  answers: { 200: { description: 'The conversation is claimed', schema: ClaimReply } },
  errors: ['session-not-found', 'session-closed', 'already-claimed', 'seat-quota-exceeded'],
  async handle({ agent, params, services }) {
    const { session, changed, quotaStatus } = await services.agentDesk.claim(params.id, agent);
    return json<ClaimReply>(200, {
      session: publicSession(session),
      ...(!changed && { alreadyClaimed: true }),
      ...(quotaStatus && { quotaStatus }),
    });
  },
});
