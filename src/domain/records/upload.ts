import * as z from 'zod/mini';
import { FILE_TYPES } from '../file-types.ts';
import { UPLOAD_PURPOSES } from '../uploads.ts';
import { count, fieldsOf, named, time, uuid } from './fields.ts';

/** A file that is being sent in blocks, or was. */
export const UploadRecord = z.object({
  id: uuid(),
  purpose: z.enum(UPLOAD_PURPOSES),
  /** Who may send and use it: `admin`, or a session. */
  owner: z.string(),
  fileName: z.string(),
  bytes: count(),
  /** Its type by its content, once all blocks are there and joined. */
  type: z.exactOptional(z.enum(FILE_TYPES)),
  createdAt: time(),
  expiresAt: time(),
});
export type UploadRecord = z.output<typeof UploadRecord>;

/** The fields of the record that its owner sees. */
const ShownUpload = z.pick(UploadRecord, {
  id: true,
  purpose: true,
  fileName: true,
  bytes: true,
  type: true,
  createdAt: true,
  expiresAt: true,
});
export const uploadForOwner: (record: UploadRecord) => z.output<typeof ShownUpload> = fieldsOf(ShownUpload);

/** An upload as its owner sees it. */
export const Upload = z
  .object({
    ...ShownUpload.shape,
    complete: z.boolean(),
    blockBytes: count(),
    /** The indexes of the blocks that are still to be sent. */
    missing: z.array(count()),
  })
  .register(z.globalRegistry, named('Upload', 'A file that is sent in blocks.'));
export type Upload = z.output<typeof Upload>;
