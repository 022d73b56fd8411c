import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import { MentionsReply, SessionParams } from '../../src/desk/wire/agent.ts';

export const mentionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-mentions',
    method: 'GET',
    route: 'agent/mentions',
    gate: 'agent',
    summary: 'List the notes that mention the agent',
    replies: { 200: { description: 'The newest 50, newest first', schema: MentionsReply } },
    handle: async ({ agent, services }) =>
      json<MentionsReply>(200, { mentions: await services.mentions.list(agent.oid) }),
  }),
  endpoint({
    name: 'agent-mentions-seen',
    method: 'PUT',
    route: 'agent/sessions/{id}/mentions/seen',
    gate: 'agent',
    summary: 'Mark the agent’s mentions in a conversation as seen',
    params: SessionParams,
    replies: { 204: { description: 'Marked; also if there are no mentions' } },
    async handle({ agent, params, services }) {
      await services.mentions.markSeen(agent.oid, params.id);
      return empty(204);
    },
  }),
];
