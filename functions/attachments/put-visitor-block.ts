import { BLOCK_BYTES } from '../../src/domain/uploads.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { AttachmentBlockParams, SessionQuery } from '../../src/wire/attachments.ts';
import { SENDING_ERRORS } from './sending-errors.ts';

export const putVisitorAttachmentBlock = endpoint({
  name: 'attachment-block-put',
  method: 'PUT',
  route: 'attachments/{attachmentId}/blocks/{index}',
  gate: 'visitor',
  summary: 'Send a block of a file; in any order, and again if it failed',
  params: AttachmentBlockParams,
  query: SessionQuery,
  blockBytes: BLOCK_BYTES,
  answers: { 204: { description: 'Stored' } },
  errors: [...SENDING_ERRORS, 'origin-not-allowed', 'attachment-not-found', 'upload-complete'],
  async handle({ bytes, claimsFor, params, query: { sessionId }, services }) {
    await services.attachments.countBlock(params.attachmentId);
    const owner = await services.attachmentAccess.visitorSends(sessionId, await claimsFor(sessionId));
    await services.attachments.putBlock(owner, params.attachmentId, params.index, bytes);
    return empty(204);
  },
});
