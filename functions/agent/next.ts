import { listedSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { NextReply } from '../../src/wire/agent.ts';

export const agentNext = endpoint({
  name: 'agent-next',
  method: 'POST',
  route: 'agent/next',
  gate: 'agent',
  summary: 'Claim the conversation that waits longest: of the own groups first, then urgent ones',
  answers: { 200: { description: 'The conversation, if one was waiting', schema: NextReply } },
  errors: ['conversation-limit', 'seat-quota-exceeded'],
  async handle({ agent, services }) {
    const claimed = await services.agentDesk.claimNext(agent);
    return json<NextReply>(200, {
      ...(claimed && { session: listedSession(claimed.session) }),
      ...(claimed?.quotaStatus && { quotaStatus: claimed.quotaStatus }),
    });
  },
});
