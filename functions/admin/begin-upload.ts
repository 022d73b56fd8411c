import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ADMIN } from '../../src/domain/uploads.ts';
import { NewUpload, UploadReply } from '../../src/wire/uploads.ts';

export const beginUpload = endpoint({
  name: 'upload-begin',
  method: 'POST',
  route: 'uploads',
  gate: 'admin',
  summary: 'Begin the upload of a file in blocks',
  body: NewUpload,
  answers: { 201: { description: 'The upload, with the blocks to send', schema: UploadReply } },
  errors: ['file-too-large', 'too-many-uploads', 'uploads-not-configured', 'files-unavailable'],
  async handle({ body, services }) {
    const upload = await services.uploads.begin(ADMIN, body);
    return json<UploadReply>(201, { upload }, { location: `/api/uploads/${upload.id}` });
  },
});
