import { BLOCK_BYTES } from '../../src/domain/uploads.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { AgentAttachmentBlockParams } from '../../src/wire/attachments.ts';
import { SENDING_ERRORS } from './sending-errors.ts';

export const putAgentAttachmentBlock = endpoint({
  name: 'agent-attachment-block-put',
  method: 'PUT',
  route: 'agent/sessions/{id}/attachments/{attachmentId}/blocks/{index}',
  gate: 'agent',
  summary: 'Send a block of a file; in any order, and again if it failed',
  params: AgentAttachmentBlockParams,
  blockBytes: BLOCK_BYTES,
  answers: { 204: { description: 'Stored' } },
  errors: [
    ...SENDING_ERRORS,
    'session-not-found',
    'not-session-owner',
    'attachment-not-found',
    'upload-complete',
    'rate-limited',
  ],
  async handle({ agent, bytes, params, services }) {
    await services.attachments.countBlock(params.attachmentId);
    const owner = await services.attachmentAccess.agentSends(params.id, agent);
    await services.attachments.putBlock(owner, params.attachmentId, params.index, bytes);
    return empty(204);
  },
});
