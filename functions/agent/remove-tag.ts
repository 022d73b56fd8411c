import { publicSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionTagParams, SessionTagReply } from '../../src/wire/tags.ts';

export const removeTag = endpoint({
  name: 'agent-tag-remove',
  method: 'DELETE',
  route: 'agent/sessions/{id}/tags/{tagId}',
  gate: 'agent',
  summary: 'Remove a tag from a conversation',
  params: SessionTagParams,
  answers: { 200: { description: 'The conversation without the tag', schema: SessionTagReply } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    const { session } = await services.agentDesk.removeTag(params.id, params.tagId);
    return json<SessionTagReply>(200, { session: publicSession(session) });
  },
});
