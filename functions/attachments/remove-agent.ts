import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { AgentAttachmentParams } from '../../src/wire/attachments.ts';
import { SENDING_ERRORS } from './sending-errors.ts';

export const removeAgentAttachment = endpoint({
  name: 'agent-attachment-remove',
  method: 'DELETE',
  route: 'agent/sessions/{id}/attachments/{attachmentId}',
  gate: 'agent',
  summary: 'Delete a file that is in no message yet; a repeat changes nothing',
  params: AgentAttachmentParams,
  answers: { 204: { description: 'Deleted' } },
  errors: [...SENDING_ERRORS, 'session-not-found', 'not-session-owner', 'attachment-sent'],
  async handle({ agent, params, services }) {
    const owner = await services.attachmentAccess.agentSends(params.id, agent);
    await services.attachments.remove(owner, params.attachmentId);
    return empty(204);
  },
});
