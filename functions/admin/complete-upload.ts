import { ADMIN } from '../../src/domain/uploads.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { UploadParams, UploadReply } from '../../src/wire/uploads.ts';

export const completeUpload = endpoint({
  name: 'upload-complete',
  method: 'POST',
  route: 'uploads/{uploadId}',
  gate: 'admin',
  summary: 'Join the blocks of a file, once all are sent; a repeat changes nothing',
  params: UploadParams,
  answers: {
    200: { description: 'The upload, with the type of the file by its content', schema: UploadReply },
  },
  errors: [
    'upload-not-found',
    'upload-incomplete',
    'file-type-unsupported',
    'uploads-not-configured',
    'files-unavailable',
  ],
  handle: async ({ params, services }) =>
    json<UploadReply>(200, { upload: await services.uploads.complete(ADMIN, params.uploadId) }),
});
