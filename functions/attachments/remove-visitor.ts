import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { AttachmentParams, SessionQuery } from '../../src/wire/attachments.ts';
import { SENDING_ERRORS } from './sending-errors.ts';

export const removeVisitorAttachment = endpoint({
  name: 'attachment-remove',
  method: 'DELETE',
  route: 'attachments/{attachmentId}',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Delete a file that is in no message yet; a repeat changes nothing',
  params: AttachmentParams,
  query: SessionQuery,
  answers: { 204: { description: 'Deleted' } },
  errors: [...SENDING_ERRORS, 'origin-not-allowed', 'attachment-sent'],
  async handle({ claimsFor, params, query: { sessionId }, services }) {
    const owner = await services.attachmentAccess.visitorSends(sessionId, await claimsFor(sessionId));
    await services.attachments.remove(owner, params.attachmentId);
    return empty(204);
  },
});
