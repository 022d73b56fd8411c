import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams } from '../../src/wire/agent.ts';
import { AgentAttachmentRequest, StartedAttachment } from '../../src/wire/attachments.ts';
import { SENDING_ERRORS } from './sending-errors.ts';

export const beginAgentAttachment = endpoint({
  name: 'agent-attachment-begin',
  method: 'POST',
  route: 'agent/sessions/{id}/attachments',
  gate: 'agent',
  summary: 'Begin to send a file to the visitor in blocks',
  params: SessionParams,
  body: AgentAttachmentRequest,
  answers: { 201: { description: 'The file, with the size of its blocks', schema: StartedAttachment } },
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
});
