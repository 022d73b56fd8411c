import { staffAttachments } from '../../src/http/attachment-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { SessionParams } from '../../src/wire/agent.ts';
import { AttachmentsReply } from '../../src/wire/attachments.ts';

export const agentAttachments = endpoint({
  name: 'agent-attachments',
  method: 'GET',
  route: 'agent/sessions/{id}/attachments',
  gate: 'agent',
  summary: 'Get links to the files of a conversation, for ten minutes',
  params: SessionParams,
  answers: { 200: { description: 'The files with their links', schema: AttachmentsReply } },
  errors: ['session-not-found'],
  handle: ({ agent, params, request, services }) => staffAttachments(params.id, services, request, agent),
});
