import { staffAttachments } from '../../src/http/attachment-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { SessionParams } from '../../src/wire/admin.ts';
import { AttachmentsReply } from '../../src/wire/attachments.ts';

export const adminAttachments = endpoint({
  name: 'session-attachments',
  method: 'GET',
  route: 'sessions/{id}/attachments',
  gate: 'admin',
  summary: 'Get links to the files of a conversation, for ten minutes',
  params: SessionParams,
  answers: { 200: { description: 'The files with their links', schema: AttachmentsReply } },
  errors: ['session-not-found'],
  handle: ({ params, request, services }) => staffAttachments(params.id, services, request),
});
