import { linkedAttachments } from '../../src/http/attachment-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AttachmentsReply, SessionQuery } from '../../src/wire/attachments.ts';

export const visitorAttachments = endpoint({
  name: 'attachments',
  method: 'GET',
  route: 'attachments',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Get links to the files of a conversation, for ten minutes',
  query: SessionQuery,
  answers: { 200: { description: 'The files with their links', schema: AttachmentsReply } },
  errors: ['session-not-found'],
  async handle({ claimsFor, query: { sessionId }, request, services }) {
    const owner = await services.attachmentAccess.visitorReads(sessionId, await claimsFor(sessionId));
    return json<AttachmentsReply>(200, linkedAttachments(await services.attachments.list(owner), request));
  },
});
