import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { empty, json } from '../../src/http/request.ts';
import {
  SessionParams,
  SignalRequest,
  PresenceRequest,
  VisitorPresenceReply,
  ColleaguesReply,
} from '../../src/desk/wire/agent.ts';

export const presenceEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-signal',
    method: 'POST',
    route: 'agent/sessions/{id}/signal',
    gate: 'agent',
    summary: 'Send a typing or seen signal to the visitor',
    params: SessionParams,
    body: SignalRequest,
    replies: { 204: { description: 'A connected visitor gets the event' } },
    errors: ['session-not-found', 'not-session-owner', 'session-closed', 'realtime-unavailable'],
    async handle({ agent, body, params, services }) {
      await services.agentSignals.signal(params.id, agent.oid, body);
      return empty(204);
    },
  }),
  endpoint({
    name: 'agent-session-presence',
    method: 'POST',
    route: 'agent/sessions/{id}/presence',
    gate: 'agent',
    summary: 'Report that this agent views a conversation, writes in it, or has left it',
    params: SessionParams,
    body: PresenceRequest,
    replies: { 204: { description: 'Connected agents get the event' } },
    errors: ['realtime-unavailable'],
    async handle({ agent, body, params, services }) {
      await services.conversationPresence.publish(params.id, agent, body.activity);
      return empty(204);
    },
  }),
  endpoint({
    name: 'agent-visitor-presence',
    method: 'GET',
    route: 'agent/sessions/{id}/presence',
    gate: 'agent',
    summary: 'Get the presence of a conversation’s visitor',
    params: SessionParams,
    replies: {
      200: { description: '`unknown` without the real-time service', schema: VisitorPresenceReply },
    },
    handle: async ({ params, services }) =>
      json<VisitorPresenceReply>(200, { visitor: await services.conversationPresence.ofVisitor(params.id) }),
  }),
  endpoint({
    name: 'agent-colleagues',
    method: 'GET',
    route: 'agent/colleagues',
    gate: 'agent',
    summary: 'List the other agents, and the groups to which a conversation can be transferred',
    replies: { 200: { description: 'By name', schema: ColleaguesReply } },
    async handle({ agent, services }) {
      const [everyone, groups] = await Promise.all([
        services.colleagues.list(),
        services.agentQueue.groups(),
      ]);
      const colleagues = everyone.filter(({ oid }) => oid !== agent.oid);
      return json<ColleaguesReply>(200, { colleagues, groups });
    },
  }),
];
