import { forVisitor, shownProposal } from '../../src/conversations/records/message.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  ActionFormReply,
  ActionFormRequest,
  ProposalParams,
  ProposalReply,
  ProposalRequest,
} from '../../src/actions/wire/visitor-actions.ts';

export const actionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'action-form',
    method: 'POST',
    route: 'chat/actions',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Send the form of an action',
    body: ActionFormRequest,
    replies: { 200: { description: 'The result, or a change that waits', schema: ActionFormReply } },
    errors: [
      'origin-not-allowed',
      'session-not-found',
      'action-not-found',
      'agent-has-joined',
      'action-limit',
      'session-closed',
      'rate-limited',
    ],
    async handle({ body, claimsFor, services }) {
      const { session, message, reply } = await services.visitorActions.submit(
        body,
        await claimsFor(body.sessionId),
      );
      const { sessionId, status } = session;
      const answer = { sessionId, status, message: forVisitor(message), reply: forVisitor(reply) };
      return json<ActionFormReply>(200, answer);
    },
  }),
  endpoint({
    name: 'proposal',
    method: 'POST',
    route: 'chat/proposals/{proposalId}',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Confirm or cancel a change',
    params: ProposalParams,
    body: ProposalRequest,
    replies: { 200: { description: 'The proposal as it is now; it runs once', schema: ProposalReply } },
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
  }),
];
