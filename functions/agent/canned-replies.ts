import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CannedRepliesReply } from '../../src/wire/agent.ts';

export const cannedReplies = endpoint({
  name: 'agent-canned-replies',
  method: 'GET',
  route: 'agent/canned-replies',
  gate: 'agent',
  summary: 'List canned replies',
  answers: { 200: { description: 'By title', schema: CannedRepliesReply } },
  handle: async ({ services }) =>
    json<CannedRepliesReply>(200, { cannedReplies: await services.cannedReplies.list() }),
});
