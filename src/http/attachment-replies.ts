import { ATTACHMENT_RULES } from '../conversations/rules/attachment-types.ts';
import type { AgentClaims, Clock } from '../ports.ts';
import type { LinkedAttachment, AttachmentStream } from '../chat/attachments.ts';
import type { Services } from '../compose.ts';
import type { AttachmentsReply } from '../chat/wire/attachments.ts';
import { atLeastRate, withEnd } from './download-body.ts';
import { boundedDownload } from './export-stream.ts';
import { json, type HttpReply, type HttpRequest } from './request.ts';

/** Files with absolute links on the requested origin. */
export function linkedAttachments(
  list: readonly LinkedAttachment[],
  { serviceOrigin }: Pick<HttpRequest, 'serviceOrigin'>,
): AttachmentsReply {
  return { attachments: list.map(({ path, ...file }) => ({ ...file, url: serviceOrigin + path })) };
}

/** The files of a conversation for an agent or (without `agent`) an admin, with links for ten minutes. */
export async function staffAttachments(
  sessionId: string,
  { attachmentAccess, attachments }: Pick<Services, 'attachmentAccess' | 'attachments'>,
  request: Pick<HttpRequest, 'serviceOrigin'>,
  agent?: Pick<AgentClaims, 'oid'>,
): Promise<HttpReply> {
  const owners = await attachmentAccess.staffReads(sessionId, agent);
  return json<AttachmentsReply>(200, linkedAttachments(await attachments.list(owners), request));
}

/**
 * Serves a file safely: only images are shown inline, with their type; other files are downloaded. Scripts
 * are blocked, and browsers must not guess the type.
 */
export function attachmentReply({ attachment, pieces, end }: AttachmentStream, clock: Clock): HttpReply {
  const { mediaType, isImage } = ATTACHMENT_RULES[attachment.type];
  return {
    status: 200,
    headers: {
      'content-type': mediaType,
      'content-length': String(attachment.bytes),
      'content-disposition': `${isImage ? 'inline' : 'attachment'}; ${fileNameOf(attachment.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      // Sites that embed the chat show its images.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: withEnd(boundedDownload(atLeastRate(pieces, clock), clock), end),
  };
}

/** The file name of a download in both forms of RFC 6266: ASCII, and UTF-8. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (it) => `%${it.charCodeAt(0).toString(16)}`);
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
