import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { CannedReplyParams, CannedReplyRemoval } from '../../src/wire/agent.ts';

export const removeCannedReply = endpoint({
  name: 'agent-canned-reply-remove',
  method: 'DELETE',
  route: 'agent/canned-replies/{id}',
  gate: 'agent',
  summary: 'Delete the version of a canned reply that was read',
  params: CannedReplyParams,
  query: CannedReplyRemoval,
  answers: { 204: { description: 'Deleted, or did not exist' } },
  errors: ['edit-conflict'],
  async handle({ params, query, services }) {
    await services.cannedReplies.remove(params.id, query.version);
    return empty(204);
  },
});
