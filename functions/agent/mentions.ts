import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { MentionsReply } from '../../src/wire/agent.ts';

export const agentMentions = endpoint({
  name: 'agent-mentions',
  method: 'GET',
  route: 'agent/mentions',
  gate: 'agent',
  summary: 'List the notes that mention the agent',
  answers: { 200: { description: 'The newest 50, newest first', schema: MentionsReply } },
  handle: async ({ agent, services }) =>
    json<MentionsReply>(200, { mentions: await services.mentions.list(agent.oid) }),
});
