import * as z from 'zod/mini';
import { text, uuid } from '../../lib/fields.ts';
import { Upload } from '../records/upload.ts';
import { MAX_BLOCKS, UPLOAD_PURPOSES } from '../rules/uploads.ts';

/** The declaration of an upload; services check `bytes` against the limits of its purpose. */
export const NewFile = z.object({
  fileName: text(255),
  bytes: z.int().check(z.minimum(1, 'must be at least 1: the file is empty')),
});

export const NewUpload = z.object({ purpose: z.enum(UPLOAD_PURPOSES), ...NewFile.shape });

export const UploadParams = z.object({ uploadId: uuid() });
export const BlockParams = z.object({
  uploadId: uuid(),
  index: z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.maximum(MAX_BLOCKS - 1))),
  ),
});
export const UploadReply = z.object({ upload: Upload });
export type UploadReply = z.infer<typeof UploadReply>;
