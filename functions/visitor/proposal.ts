import { forVisitor, shownProposal } from '../../src/domain/records/message.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ProposalParams, ProposalReply, ProposalRequest } from '../../src/wire/visitor-actions.ts';

export const proposal = endpoint({
  name: 'proposal',
  method: 'POST',
  route: 'chat/proposals/{proposalId}',
  gate: 'visitor',
  limit: 'messages',
  summary: 'Confirm or cancel a change',
  params: ProposalParams,
  body: ProposalRequest,
  answers: { 200: { description: 'The proposal as it is now; it runs once', schema: ProposalReply } },
  errors: [
    'origin-not-allowed',
    'session-not-found',
    'proposal-not-found',
    'agent-has-joined',
    'session-closed',
    'rate-limited',
  ],
  async handle({ body, params, claimsFor, services }) {
    const decided = { ...body, ...params };
    const outcome = await services.proposals.decide(decided, await claimsFor(body.sessionId));
    const { session, reply } = outcome;
    return json<ProposalReply>(200, {
      sessionId: session.sessionId,
      status: session.status,
      proposal: shownProposal(outcome.proposal),
      ...(reply && { reply: forVisitor(reply) }),
    });
  },
});
