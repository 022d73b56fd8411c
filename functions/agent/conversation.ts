import { publicSession, listedSession } from '../../src/conversations/records/public-session.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  ClaimReply,
  SessionParams,
  AgentMessageReply,
  AgentMessageRequest,
  CloseReply,
  ReleaseReply,
  TransferReply,
  TransferRequest,
  NextReply,
  UrgentReply,
  UrgentRequest,
  LeftMessageReply,
  LeftMessageRequest,
} from '../../src/desk/wire/agent.ts';

export const conversationEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-claim',
    method: 'POST',
    route: 'agent/sessions/{id}/claim',
    gate: 'agent',
    summary: 'Claim a conversation',
    params: SessionParams,
    replies: { 200: { description: 'The conversation is claimed', schema: ClaimReply } },
    errors: ['session-not-found', 'session-closed', 'already-claimed', 'seat-quota-exceeded'],
    async handle({ agent, params, services }) {
      const { session, changed, quotaStatus } = await services.agentDesk.claim(params.id, agent);
      return json<ClaimReply>(200, {
        session: publicSession(session),
        ...(!changed && { alreadyClaimed: true }),
        ...(quotaStatus && { quotaStatus }),
      });
    },
  }),
  endpoint({
    name: 'agent-message',
    method: 'POST',
    route: 'agent/sessions/{id}/message',
    gate: 'agent',
    summary: 'Send a message to the visitor',
    params: SessionParams,
    body: AgentMessageRequest,
    replies: {
      200: {
        description: 'The message as stored; with `reopen` also its conversation',
        schema: AgentMessageReply,
      },
    },
    errors: [
      'session-not-found',
      'not-session-owner',
      'session-closed',
      'no-email-address',
      'email-not-configured',
      'already-claimed',
      'seat-quota-exceeded',
    ],
    async handle({ agent, body: { reopen = false, ...body }, params, services }) {
      if (!reopen) {
        return json<AgentMessageReply>(200, {
          message: await services.agentDesk.send(params.id, agent, body),
        });
      }
      const { session, ...sent } = await services.agentDesk.replyInClosed(params.id, agent, body);
      return json<AgentMessageReply>(200, { session: listedSession(session), ...sent });
    },
  }),
  endpoint({
    name: 'agent-close',
    method: 'POST',
    route: 'agent/sessions/{id}/close',
    gate: 'agent',
    summary: 'Close a conversation',
    params: SessionParams,
    replies: { 200: { description: 'The conversation is closed', schema: CloseReply } },
    errors: ['session-not-found', 'not-session-owner'],
    async handle({ agent, params, services }) {
      const { session, changed } = await services.agentDesk.close(params.id, agent);
      return json<CloseReply>(200, {
        session: publicSession(session),
        ...(!changed && { alreadyClosed: true }),
      });
    },
  }),
  endpoint({
    name: 'agent-release',
    method: 'POST',
    route: 'agent/sessions/{id}/release',
    gate: 'agent',
    summary: 'Return a conversation to the queue',
    params: SessionParams,
    replies: { 200: { description: 'The conversation is back in the queue', schema: ReleaseReply } },
    errors: ['session-not-found', 'not-session-owner', 'session-closed'],
    async handle({ agent, params, services }) {
      const { session } = await services.agentDesk.release(params.id, agent);
      return json<ReleaseReply>(200, { session: publicSession(session) });
    },
  }),
  endpoint({
    name: 'agent-transfer',
    method: 'POST',
    route: 'agent/sessions/{id}/transfer',
    gate: 'agent',
    summary: 'Transfer a conversation to another agent, or to the agents of a registered widget',
    params: SessionParams,
    body: TransferRequest,
    replies: { 200: { description: 'The conversation is transferred', schema: TransferReply } },
    errors: [
      'session-not-found',
      'colleague-not-found',
      'not-session-owner',
      'session-closed',
      'seat-quota-exceeded',
    ],
    async handle({ agent, body, params, services }) {
      const { agentDesk } = services;
      if (body.group !== undefined) {
        const { session } = await agentDesk.transferToGroup(params.id, agent, body.group);
        return json<TransferReply>(200, { session: publicSession(session) });
      }
      const { session, quotaStatus } = await agentDesk.transfer(params.id, agent, body.oid ?? '');
      return json<TransferReply>(200, {
        session: publicSession(session),
        ...(quotaStatus && { quotaStatus }),
      });
    },
  }),
  endpoint({
    name: 'agent-next',
    method: 'POST',
    route: 'agent/next',
    gate: 'agent',
    summary: 'Claim the conversation that waits longest: of the own groups first, then urgent ones',
    replies: { 200: { description: 'The conversation, if one was waiting', schema: NextReply } },
    errors: ['conversation-limit', 'seat-quota-exceeded'],
    async handle({ agent, services }) {
      const claimed = await services.agentDesk.claimNext(agent);
      return json<NextReply>(200, {
        ...(claimed && { session: listedSession(claimed.session) }),
        ...(claimed?.quotaStatus && { quotaStatus: claimed.quotaStatus }),
      });
    },
  }),
  endpoint({
    name: 'agent-urgent',
    method: 'PUT',
    route: 'agent/sessions/{id}/urgent',
    gate: 'agent',
    summary: 'Mark a conversation as urgent, or take the mark away',
    params: SessionParams,
    body: UrgentRequest,
    replies: { 200: { description: 'The conversation', schema: UrgentReply } },
    errors: ['session-not-found', 'session-closed'],
    async handle({ body, params, services }) {
      const { session } = await services.agentDesk.markUrgent(params.id, body.urgent);
      return json<UrgentReply>(200, { session: publicSession(session) });
    },
  }),
  endpoint({
    name: 'agent-left-message',
    method: 'PUT',
    route: 'agent/sessions/{id}/left-message',
    gate: 'agent',
    summary: 'Mark the message that the visitor left as answered, or take the mark away',
    params: SessionParams,
    body: LeftMessageRequest,
    replies: { 200: { description: 'The conversation', schema: LeftMessageReply } },
    errors: ['session-not-found', 'not-session-owner', 'no-message-left'],
    async handle({ agent, body, params, services }) {
      const { session } = await services.agentDesk.markAnswered(params.id, agent, body.answered);
      return json<LeftMessageReply>(200, { session: publicSession(session) });
    },
  }),
];
