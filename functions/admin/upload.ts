import { ADMIN } from '../../src/domain/uploads.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { UploadParams, UploadReply } from '../../src/wire/uploads.ts';

export const upload = endpoint({
  name: 'upload',
  method: 'GET',
  route: 'uploads/{uploadId}',
  gate: 'admin',
  summary: 'Get an upload, with the blocks that are still to be sent',
  params: UploadParams,
  answers: { 200: { description: 'The upload', schema: UploadReply } },
  errors: ['upload-not-found', 'uploads-not-configured', 'files-unavailable'],
  handle: async ({ params, services }) =>
    json<UploadReply>(200, { upload: await services.uploads.find(ADMIN, params.uploadId) }),
});
