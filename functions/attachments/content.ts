import { attachmentReply, staffAttachments } from '../../src/http/attachment-replies.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { AttachmentParams, LinkQuery, AttachmentsReply } from '../../src/chat/wire/attachments.ts';
import { fileErrorPage } from '../error-pages.ts';
import { SessionParams } from '../../src/admin/wire/admin.ts';

export const contentEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'attachment-content',
    method: 'GET',
    route: 'attachments/{attachmentId}/content',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'Read a file by its link',
    params: AttachmentParams,
    query: LinkQuery,
    replies: {
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
    errorPage: fileErrorPage,
  }),
  endpoint({
    name: 'session-attachments',
    method: 'GET',
    route: 'sessions/{id}/attachments',
    gate: 'admin',
    summary: 'Get links to the files of a conversation, for ten minutes',
    params: SessionParams,
    replies: { 200: { description: 'The files with their links', schema: AttachmentsReply } },
    errors: ['session-not-found'],
    handle: ({ params, request, services }) => staffAttachments(params.id, services, request),
  }),
];
