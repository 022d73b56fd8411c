import type { Endpoint } from '../../src/http/endpoint.ts';
import { adminAttachments } from './admin.ts';
import { agentAttachments } from './agent.ts';
import { beginAgentAttachment } from './begin-agent.ts';
import { beginVisitorAttachment } from './begin-visitor.ts';
import { completeAgentAttachment } from './complete-agent.ts';
import { completeVisitorAttachment } from './complete-visitor.ts';
import { attachmentContent } from './content.ts';
import { putAgentAttachmentBlock } from './put-agent-block.ts';
import { putVisitorAttachmentBlock } from './put-visitor-block.ts';
import { removeAgentAttachment } from './remove-agent.ts';
import { removeVisitorAttachment } from './remove-visitor.ts';
import { visitorAttachments } from './visitor.ts';

/** Files in conversations: for visitors, for agents, and their content by link. */
export const attachmentRoutes: readonly Endpoint[] = [
  beginVisitorAttachment,
  putVisitorAttachmentBlock,
  completeVisitorAttachment,
  removeVisitorAttachment,
  visitorAttachments,
  attachmentContent,
  beginAgentAttachment,
  putAgentAttachmentBlock,
  completeAgentAttachment,
  removeAgentAttachment,
  agentAttachments,
  adminAttachments,
];
