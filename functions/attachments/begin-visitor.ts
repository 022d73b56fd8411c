import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { StartedAttachment, VisitorAttachmentRequest } from '../../src/wire/attachments.ts';
import { SENDING_ERRORS } from './sending-errors.ts';

export const beginVisitorAttachment = endpoint({
  name: 'attachment-begin',
  method: 'POST',
  route: 'attachments',
  gate: 'visitor',
  limit: 'messages',
  summary: 'Begin to send a file in blocks',
  body: VisitorAttachmentRequest,
  answers: { 201: { description: 'The file, with the size of its blocks', schema: StartedAttachment } },
  errors: [...SENDING_ERRORS, 'origin-not-allowed', 'rate-limited', 'file-too-large', 'too-many-attachments'],
  async handle({
    body,
    claimsFor,
    request: { clientIp },
    services: { attachmentAccess, attachments, random },
  }) {
    const claims = await claimsFor(body.sessionId);
    const sessionId = claims?.sessionId ?? body.sessionId ?? random.uuid();
    const owner = await attachmentAccess.visitorSends(sessionId, claims);
    return json<StartedAttachment>(201, { sessionId, ...(await attachments.begin(owner, body, clientIp)) });
  },
});
