import { attachmentReply } from '../../src/http/attachment-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { AttachmentParams, LinkQuery } from '../../src/wire/attachments.ts';
import { unreadableFile } from './error-page.ts';

export const attachmentContent = endpoint({
  name: 'attachment-content',
  method: 'GET',
  route: 'attachments/{attachmentId}/content',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'Read a file by its link',
  params: AttachmentParams,
  query: LinkQuery,
  answers: {
    200: {
      description: 'The file: an image to be shown, anything else to be downloaded',
      contentType: 'application/octet-stream',
    },
  },
  errors: [
    'attachment-link-expired',
    'attachment-not-found',
    'attachment-malicious',
    'attachment-not-scanned',
    'rate-limited',
    'uploads-not-configured',
    'files-unavailable',
  ],
  async handle({ params, query, request: { clientIp }, services: { attachments, clock } }) {
    const opened = await attachments.open(params.attachmentId, query.token, clientIp);
    return attachmentReply(opened, clock);
  },
  // Links to files open in a new tab, so errors are pages.
  errorPage: unreadableFile,
});
