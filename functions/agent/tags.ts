import { liveTags } from '../../src/conversations/rules/tags.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentTagsReply, SessionTagParams, SessionTagReply } from '../../src/conversations/wire/tags.ts';
import { publicSession } from '../../src/conversations/records/public-session.ts';

export const tagEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-tags',
    method: 'GET',
    route: 'agent/tags',
    gate: 'agent',
    summary: 'List the tags that conversations can get',
    replies: { 200: { description: 'By name', schema: AgentTagsReply } },
    async handle({ services }) {
      const { catalog } = await services.tags.read();
      return json<AgentTagsReply>(200, { tags: liveTags(catalog) });
    },
  }),
  endpoint({
    name: 'agent-tag-add',
    method: 'PUT',
    route: 'agent/sessions/{id}/tags/{tagId}',
    gate: 'agent',
    summary: 'Add a tag to a conversation',
    params: SessionTagParams,
    replies: { 200: { description: 'The conversation with the tag', schema: SessionTagReply } },
    errors: ['session-not-found', 'tag-not-found', 'tag-limit'],
    async handle({ params, services }) {
      const { session } = await services.agentDesk.addTag(params.id, params.tagId);
      return json<SessionTagReply>(200, { session: publicSession(session) });
    },
  }),
  endpoint({
    name: 'agent-tag-remove',
    method: 'DELETE',
    route: 'agent/sessions/{id}/tags/{tagId}',
    gate: 'agent',
    summary: 'Remove a tag from a conversation',
    params: SessionTagParams,
    replies: { 200: { description: 'The conversation without the tag', schema: SessionTagReply } },
    errors: ['session-not-found'],
    async handle({ params, services }) {
      const { session } = await services.agentDesk.removeTag(params.id, params.tagId);
      return json<SessionTagReply>(200, { session: publicSession(session) });
    },
  }),
];
