import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import { SessionParams } from '../../src/desk/wire/agent.ts';
import {
  AgentAttachmentRequest,
  StartedAttachment,
  AgentAttachmentBlockParams,
  AgentAttachmentParams,
  CompleteAttachment,
  AttachmentsReply,
} from '../../src/chat/wire/attachments.ts';
import { SENDING_ERRORS, CHECK_MS, CONTENT_ERRORS } from './sending-errors.ts';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { staffAttachments } from '../../src/http/attachment-replies.ts';

export const agentEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-attachment-begin',
    method: 'POST',
    route: 'agent/sessions/{id}/attachments',
    gate: 'agent',
    summary: 'Begin to send a file to the visitor in blocks',
    params: SessionParams,
    body: AgentAttachmentRequest,
    replies: { 201: { description: 'The file, with the size of its blocks', schema: StartedAttachment } },
    errors: [
      ...SENDING_ERRORS,
      'session-not-found',
      'not-session-owner',
      'rate-limited',
      'file-too-large',
      'too-many-attachments',
    ],
    async handle({ agent, body, params: { id: sessionId }, services }) {
      const owner = await services.attachmentAccess.agentSends(sessionId, agent);
      return json<StartedAttachment>(201, { sessionId, ...(await services.attachments.begin(owner, body)) });
    },
  }),
  endpoint({
    name: 'agent-attachment-block-put',
    method: 'PUT',
    route: 'agent/sessions/{id}/attachments/{attachmentId}/blocks/{index}',
    gate: 'agent',
    summary: 'Send a block of a file; in any order, and again if it failed',
    params: AgentAttachmentBlockParams,
    blockBytes: BLOCK_BYTES,
    replies: { 204: { description: 'Stored' } },
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
  }),
  endpoint({
    name: 'agent-attachment-complete',
    method: 'POST',
    route: 'agent/sessions/{id}/attachments/{attachmentId}',
    gate: 'agent',
    budgetMs: CHECK_MS,
    summary: 'Join and check the blocks of a file, once all are sent; a repeat changes nothing',
    params: AgentAttachmentParams,
    replies: {
      200: {
        description: 'The file, and the ticket with which a message holds it',
        schema: CompleteAttachment,
      },
    },
    errors: [...SENDING_ERRORS, ...CONTENT_ERRORS, 'session-not-found', 'not-session-owner'],
    async handle({ agent, params, services }) {
      const owner = await services.attachmentAccess.agentSends(params.id, agent);
      return json<CompleteAttachment>(200, await services.attachments.complete(owner, params.attachmentId));
    },
  }),
  endpoint({
    name: 'agent-attachment-remove',
    method: 'DELETE',
    route: 'agent/sessions/{id}/attachments/{attachmentId}',
    gate: 'agent',
    summary: 'Delete a file that is in no message yet; a repeat changes nothing',
    params: AgentAttachmentParams,
    replies: { 204: { description: 'Deleted' } },
    errors: [...SENDING_ERRORS, 'session-not-found', 'not-session-owner', 'attachment-sent'],
    async handle({ agent, params, services }) {
      const owner = await services.attachmentAccess.agentSends(params.id, agent);
      await services.attachments.remove(owner, params.attachmentId);
      return empty(204);
    },
  }),
  endpoint({
    name: 'agent-attachments',
    method: 'GET',
    route: 'agent/sessions/{id}/attachments',
    gate: 'agent',
    summary: 'Get links to the files of a conversation, for ten minutes',
    params: SessionParams,
    replies: { 200: { description: 'The files with their links', schema: AttachmentsReply } },
    errors: ['session-not-found'],
    handle: ({ agent, params, request, services }) => staffAttachments(params.id, services, request, agent),
  }),
];
