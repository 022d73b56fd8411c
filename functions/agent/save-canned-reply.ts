import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CannedReplyParams, CannedReplyReply, CannedReplyRequest } from '../../src/wire/agent.ts';

export const saveCannedReply = endpoint({
  name: 'agent-canned-reply-save',
  method: 'PUT',
  route: 'agent/canned-replies/{id}',
  gate: 'agent',
  summary: 'Create a canned reply, or update the version that was read',
  params: CannedReplyParams,
  body: CannedReplyRequest,
  answers: { 200: { description: 'As stored', schema: CannedReplyReply } },
  errors: ['edit-conflict'],
  handle: async ({ agent, body, params, services }) =>
    json<CannedReplyReply>(200, {
      cannedReply: await services.cannedReplies.save(params.id, body, agent.name),
    }),
});
