import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, TransferReply, TransferRequest } from '../../src/wire/agent.ts';

export const agentTransfer = endpoint({
  name: 'agent-transfer',
  method: 'POST',
  route: 'agent/sessions/{id}/transfer',
  gate: 'agent',
  summary: 'Transfer a conversation to another agent',
  params: SessionParams,
  body: TransferRequest,
  answers: { 200: { description: 'The conversation is transferred', schema: TransferReply } },
  errors: [
    'session-not-found',
    'colleague-not-found',
    'not-session-owner',
    'session-closed',
    'seat-quota-exceeded',
  ],
  async handle({ agent, body, params, services }) {
    const { session, quotaStatus } = await services.agentDesk.transfer(params.id, agent, body.oid);
    return json<TransferReply>(200, {
      session: publicSession(session),
      ...(quotaStatus && { quotaStatus }),
    });
  },
});
