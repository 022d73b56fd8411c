import * as z from 'zod/mini';
import { FILE_TYPES } from '../../lib/file-types.ts';
import { UPLOAD_PURPOSES } from '../rules/uploads.ts';
import { count, fieldsOf, named, time, uuid } from '../../lib/fields.ts';

/** An upload in blocks, in progress or complete. */
export const UploadRecord = z.object({
  id: uuid(),
  purpose: z.enum(UPLOAD_PURPOSES),
  /** The owner, who may send and use it: `admin`, or a session id. */
  owner: z.string(),
  fileName: z.string(),
  bytes: count(),
  /** Detected from its content; set once the upload is complete. */
  type: z.exactOptional(z.enum(FILE_TYPES)),
  createdAt: time(),
  expiresAt: time(),
});
export type UploadRecord = z.output<typeof UploadRecord>;

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

/** An upload in its owner's answers. */
export const Upload = z
  .object({
    ...ShownUpload.shape,
    complete: z.boolean(),
    blockBytes: count(),
    /** The indexes of the missing blocks. */
    missing: z.array(count()),
  })
  .register(z.globalRegistry, named('Upload', 'A file that is sent in blocks.'));
export type Upload = z.output<typeof Upload>;
