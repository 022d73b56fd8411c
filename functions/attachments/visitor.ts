import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  StartedAttachment,
  VisitorAttachmentRequest,
  AttachmentBlockParams,
  SessionQuery,
  AttachmentParams,
  CompleteAttachment,
  AttachmentsReply,
} from '../../src/chat/wire/attachments.ts';
import { SENDING_ERRORS, CHECK_MS, CONTENT_ERRORS } from './sending-errors.ts';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { linkedAttachments } from '../../src/http/attachment-replies.ts';

export const visitorEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'attachment-begin',
    method: 'POST',
    route: 'attachments',
    gate: 'visitor',
    limit: 'messages',
    summary: 'Begin to send a file in blocks',
    body: VisitorAttachmentRequest,
    replies: { 201: { description: 'The file, with the size of its blocks', schema: StartedAttachment } },
    errors: [
      ...SENDING_ERRORS,
      'origin-not-allowed',
      'rate-limited',
      'file-too-large',
      'too-many-attachments',
    ],
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
  }),
  endpoint({
    name: 'attachment-block-put',
    method: 'PUT',
    route: 'attachments/{attachmentId}/blocks/{index}',
    gate: 'visitor',
    summary: 'Send a block of a file; in any order, and again if it failed',
    params: AttachmentBlockParams,
    query: SessionQuery,
    blockBytes: BLOCK_BYTES,
    replies: { 204: { description: 'Stored' } },
    errors: [...SENDING_ERRORS, 'origin-not-allowed', 'attachment-not-found', 'upload-complete'],
    async handle({ bytes, claimsFor, params, query: { sessionId }, services }) {
      await services.attachments.countBlock(params.attachmentId);
      const owner = await services.attachmentAccess.visitorSends(sessionId, await claimsFor(sessionId));
      await services.attachments.putBlock(owner, params.attachmentId, params.index, bytes);
      return empty(204);
    },
  }),
  endpoint({
    name: 'attachment-complete',
    method: 'POST',
    route: 'attachments/{attachmentId}',
    gate: 'visitor',
    limit: 'reads',
    budgetMs: CHECK_MS,
    summary: 'Join and check the blocks of a file, once all are sent; a repeat changes nothing',
    params: AttachmentParams,
    query: SessionQuery,
    replies: {
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
  }),
  endpoint({
    name: 'attachment-remove',
    method: 'DELETE',
    route: 'attachments/{attachmentId}',
    gate: 'visitor',
    limit: 'reads',
    summary: 'Delete a file that is in no message yet; a repeat changes nothing',
    params: AttachmentParams,
    query: SessionQuery,
    replies: { 204: { description: 'Deleted' } },
    errors: [...SENDING_ERRORS, 'origin-not-allowed', 'attachment-sent'],
    async handle({ claimsFor, params, query: { sessionId }, services }) {
      const owner = await services.attachmentAccess.visitorSends(sessionId, await claimsFor(sessionId));
      await services.attachments.remove(owner, params.attachmentId);
      return empty(204);
    },
  }),
  endpoint({
    name: 'attachments',
    method: 'GET',
    route: 'attachments',
    gate: 'visitor',
    limit: 'reads',
    summary: 'Get links to the files of a conversation, for ten minutes',
    query: SessionQuery,
    replies: { 200: { description: 'The files with their links', schema: AttachmentsReply } },
    errors: ['session-not-found'],
    async handle({ claimsFor, query: { sessionId }, request, services }) {
      const owners = await services.attachmentAccess.visitorReads(sessionId, await claimsFor(sessionId));
      return json<AttachmentsReply>(200, linkedAttachments(await services.attachments.list(owners), request));
    },
  }),
];
