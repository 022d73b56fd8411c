import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  CannedRepliesReply,
  CannedReplyParams,
  CannedReplyReply,
  CannedReplyRequest,
  CannedReplyRemoval,
  CannedValuesReply,
  SessionParams,
} from '../../src/desk/wire/agent.ts';

export const cannedReplyEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-canned-replies',
    method: 'GET',
    route: 'agent/canned-replies',
    gate: 'agent',
    summary: 'List canned replies',
    replies: { 200: { description: 'By title', schema: CannedRepliesReply } },
    handle: async ({ services }) =>
      json<CannedRepliesReply>(200, { cannedReplies: await services.cannedReplies.list() }),
  }),
  endpoint({
    name: 'agent-canned-reply-save',
    method: 'PUT',
    route: 'agent/canned-replies/{id}',
    gate: 'agent',
    summary: 'Create a canned reply, or update the version that was read',
    params: CannedReplyParams,
    body: CannedReplyRequest,
    replies: { 200: { description: 'As stored', schema: CannedReplyReply } },
    errors: ['edit-conflict'],
    handle: async ({ agent, body, params, services }) =>
      json<CannedReplyReply>(200, {
        cannedReply: await services.cannedReplies.save(params.id, body, agent.name),
      }),
  }),
  endpoint({
    name: 'agent-canned-reply-remove',
    method: 'DELETE',
    route: 'agent/canned-replies/{id}',
    gate: 'agent',
    summary: 'Delete the version of a canned reply that was read',
    params: CannedReplyParams,
    query: CannedReplyRemoval,
    replies: { 204: { description: 'Deleted, or did not exist' } },
    errors: ['edit-conflict'],
    async handle({ params, query, services }) {
      await services.cannedReplies.remove(params.id, query.version);
      return empty(204);
    },
  }),
  endpoint({
    name: 'agent-canned-values',
    method: 'GET',
    route: 'agent/sessions/{id}/canned-values',
    gate: 'agent',
    summary: 'Get the values of the variables of canned replies in a conversation',
    params: SessionParams,
    replies: { 200: { description: 'Without those that are unknown', schema: CannedValuesReply } },
    errors: ['session-not-found'],
    handle: async ({ agent, params, services }) =>
      json<CannedValuesReply>(200, { values: await services.cannedReplyValues.of(params.id, agent) }),
  }),
];
