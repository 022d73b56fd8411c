import * as z from 'zod/mini';
import { ATTACHMENT_TYPES } from '../rules/attachment-types.ts';
import { count, fieldsOf, named, time, uuid } from '../../lib/fields.ts';

/** A file of a message. Its name is content. */
export const Attachment = z
  .object({
    id: uuid(),
    name: z.string(),
    /** Detected from its content. */
    type: z.enum(ATTACHMENT_TYPES),
    bytes: count(),
    /** Of an image, in pixels. */
    width: z.exactOptional(count()),
    height: z.exactOptional(count()),
  })
  .register(z.globalRegistry, named('Attachment', 'A file of a message; `width` and `height` of an image.'));
export type Attachment = z.output<typeof Attachment>;

/** The sender of a file. */
export const AttachmentSide = z.enum(['visitor', 'agent']);
export type AttachmentSide = z.output<typeof AttachmentSide>;

/** A file of a conversation, during and after its upload. */
const ConversationFile = z.object({
  ...z.omit(Attachment, { type: true }).shape,
  /** Set once the upload is complete and checked. */
  type: z.exactOptional(Attachment.shape.type),
  from: AttachmentSide,
  /** The oid of the agent who sends it. */
  agent: z.exactOptional(z.string()),
  createdAt: time(),
  /** It is in a stored message. */
  sent: z.exactOptional(z.literal(true)),
  /** Reserved until this time for a message that is being stored; it is not deleted before. */
  promisedUntil: z.exactOptional(time()),
});
export type ConversationFile = z.output<typeof ConversationFile>;

/** The files of a conversation in the order of their uploads; stored in the ledger by session id. */
export const ConversationFiles = z.object({
  files: z.readonly(z.array(ConversationFile)),
  /** The files of messages up to this `seq` are marked as sent. Removed when the list changes. */
  checkedSeq: z.exactOptional(z.int()),
});
export type ConversationFiles = z.output<typeof ConversationFiles>;

const attachmentFields = fieldsOf(z.omit(Attachment, { type: true }));

/** The file as a part of a message; undefined until it is checked. */
export function attachmentOf({ type, ...file }: ConversationFile): Attachment | undefined {
  return type && { ...attachmentFields(file), type };
}
