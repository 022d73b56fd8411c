import * as z from 'zod/mini';
import { ATTACHMENT_TYPES } from '../attachment-types.ts';
import { count, fieldsOf, named, time, uuid } from './fields.ts';

/** A file of a message. Its name is content. */
export const Attachment = z
  .object({
    id: uuid(),
    name: z.string(),
    /** Its type by its content. */
    type: z.enum(ATTACHMENT_TYPES),
    bytes: count(),
    /** Of an image, in pixels. */
    width: z.exactOptional(count()),
    height: z.exactOptional(count()),
  })
  .register(z.globalRegistry, named('Attachment', 'A file of a message; `width` and `height` of an image.'));
export type Attachment = z.output<typeof Attachment>;

/** The side of a conversation that sends a file. */
export const AttachmentSide = z.enum(['visitor', 'agent']);
export type AttachmentSide = z.output<typeof AttachmentSide>;

/** A file of a conversation while it is sent, and after. */
const ConversationFile = z.object({
  ...z.omit(Attachment, { type: true }).shape,
  /** Once all its blocks are there, joined and checked. */
  type: z.exactOptional(Attachment.shape.type),
  from: AttachmentSide,
  /** The agent who sends it, by `oid`. */
  agent: z.exactOptional(z.string()),
  createdAt: time(),
  /** It was seen in a stored message. */
  sent: z.exactOptional(z.literal(true)),
  /** Until when a call may put it into a message that is not stored yet; it is not removed before. */
  promisedUntil: z.exactOptional(time()),
});
export type ConversationFile = z.output<typeof ConversationFile>;

/** The files of one conversation, in the order in which they were begun; the ledger keeps them by session. */
export const ConversationFiles = z.object({
  files: z.readonly(z.array(ConversationFile)),
  /** The messages up to this `seq` have marked their files as sent; a change of the files removes it. */
  checkedSeq: z.exactOptional(z.int()),
});
export type ConversationFiles = z.output<typeof ConversationFiles>;

const attachmentFields = fieldsOf(z.omit(Attachment, { type: true }));

/** The file as messages hold it; undefined before it is checked. */
export function attachmentOf({ type, ...file }: ConversationFile): Attachment | undefined {
  return type && { ...attachmentFields(file), type };
}
