import * as z from 'zod/mini';
import { MAX_FILES_OF_MESSAGE } from '../../conversations/rules/attachments.ts';
import { Attachment } from '../../conversations/records/attachment.ts';
import { count, named, time, uuid } from '../../lib/fields.ts';
import { SessionParams } from '../../platform/wire/query-fields.ts';
import { BlockParams, NewFile } from '../../platform/wire/uploads.ts';

/** Without `sessionId`, a conversation is started; the reply has its id. */
export const VisitorAttachmentRequest = z
  .extend(NewFile, { sessionId: z.optional(uuid()) })
  .register(z.globalRegistry, named('VisitorAttachmentRequest', 'A file that a visitor is about to send.'));

export const AgentAttachmentRequest = z
  .object(NewFile.shape)
  .register(z.globalRegistry, named('AgentAttachmentRequest', 'A file that an agent is about to send.'));

/** The session of a visitor's call, in the query because the body is the block. */
export const SessionQuery = z.object({ sessionId: uuid() });

const attachmentId = BlockParams.shape.uploadId;
export const AttachmentParams = z.object({ attachmentId });
export const AttachmentBlockParams = z.object({ attachmentId, index: BlockParams.shape.index });
export const AgentAttachmentParams = z.extend(SessionParams, { attachmentId });
export const AgentAttachmentBlockParams = z.extend(AgentAttachmentParams, { index: BlockParams.shape.index });

export const StartedAttachment = z
  .object({ sessionId: uuid(), id: uuid(), bytes: count(), blockBytes: count() })
  .register(
    z.globalRegistry,
    named(
      'BegunAttachment',
      'A started upload: the file is sent in blocks of `blockBytes`; the last block can be shorter.',
    ),
  );
export type StartedAttachment = z.infer<typeof StartedAttachment>;

export const CompleteAttachment = z
  .object({ attachment: Attachment, ticket: z.string() })
  .register(
    z.globalRegistry,
    named('CompleteAttachment', 'A file that was checked; a message holds it by the `ticket`, for an hour.'),
  );
export type CompleteAttachment = z.infer<typeof CompleteAttachment>;

const LinkedAttachment = z
  .extend(Attachment, { url: z.string(), expiresAt: time() })
  .register(
    z.globalRegistry,
    named(
      'LinkedAttachment',
      'A file with the address that serves it until `expiresAt`; keep the url secret.',
    ),
  );

export const AttachmentsReply = z.object({ attachments: z.array(LinkedAttachment) });
export type AttachmentsReply = z.infer<typeof AttachmentsReply>;

/** The limit is above the length of any valid token. */
export const LinkQuery = z.object({ token: z.string().check(z.maxLength(4000)) });

/** The tickets of a message's files, from the completion of their uploads. */
export const tickets = () =>
  z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(4000)))
      .check(z.minLength(1), z.maxLength(MAX_FILES_OF_MESSAGE)),
  );

/** Refuses a message without text and files. */
export const requireTextOrFiles = (field: 'message' | 'content') =>
  z.refine<Record<string, unknown>>(
    (body) => body[field] !== undefined || body['attachments'] !== undefined,
    { path: [field], error: 'required without a file' },
  );
