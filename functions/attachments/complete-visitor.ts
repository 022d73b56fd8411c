import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AttachmentParams, CompleteAttachment, SessionQuery } from '../../src/wire/attachments.ts';
import { CHECK_MS, CONTENT_ERRORS, SENDING_ERRORS } from './sending-errors.ts';

export const completeVisitorAttachment = endpoint({
  name: 'attachment-complete',
  method: 'POST',
  route: 'attachments/{attachmentId}',
  gate: 'visitor',
  limit: 'reads',
  budgetMs: CHECK_MS,
  summary: 'Join and check the blocks of a file, once all are sent; a repeat changes nothing',
  params: AttachmentParams,
  query: SessionQuery,
  answers: {
    200: {
      description: 'The file, and the ticket with which a message holds it',
      schema: CompleteAttachment,
    },
  },
  errors: [...SENDING_ERRORS, ...CONTENT_ERRORS, 'origin-not-allowed'],
  async handle({ claimsFor, params, query: { sessionId }, request: { clientIp }, services }) {
    const owner = await services.attachmentAccess.visitorSends(sessionId, await claimsFor(sessionId));
    const complete = await services.attachments.complete(owner, params.attachmentId, clientIp);
    return json<CompleteAttachment>(200, complete);
  },
});
