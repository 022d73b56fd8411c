import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentAttachmentParams, CompleteAttachment } from '../../src/wire/attachments.ts';
import { CHECK_MS, CONTENT_ERRORS, SENDING_ERRORS } from './sending-errors.ts';

export const completeAgentAttachment = endpoint({
  name: 'agent-attachment-complete',
  method: 'POST',
  route: 'agent/sessions/{id}/attachments/{attachmentId}',
  gate: 'agent',
  budgetMs: CHECK_MS,
  summary: 'Join and check the blocks of a file, once all are sent; a repeat changes nothing',
  params: AgentAttachmentParams,
  answers: {
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
});
