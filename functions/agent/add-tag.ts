import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionTagParams, SessionTagReply } from '../../src/wire/tags.ts';

export const addTag = endpoint({
  name: 'agent-tag-add',
  method: 'PUT',
  route: 'agent/sessions/{id}/tags/{tagId}',
  gate: 'agent',
  summary: 'Add a tag to a conversation',
  params: SessionTagParams,
  answers: { 200: { description: 'The conversation with the tag', schema: SessionTagReply } },
  errors: ['session-not-found', 'tag-not-found', 'tag-limit'],
  async handle({ params, services }) {
    const { session } = await services.agentDesk.addTag(params.id, params.tagId);
    return json<SessionTagReply>(200, { session: publicSession(session) });
  },
});
