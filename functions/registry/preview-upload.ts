import { FILE_REFUSALS } from '../../src/domain/errors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DocumentReply } from '../../src/wire/assistants.ts';
import { UploadParams } from '../../src/wire/uploads.ts';

export const previewUpload = endpoint({
  name: 'upload-preview',
  method: 'POST',
  route: 'uploads/{uploadId}/preview',
  gate: 'admin',
  summary: 'Read an uploaded file as a document; a file that cannot be read is deleted',
  params: UploadParams,
  answers: { 200: { description: 'The document as an assistant would see it', schema: DocumentReply } },
  errors: [
    ...FILE_REFUSALS,
    'upload-not-found',
    'upload-incomplete',
    'uploads-not-configured',
    'files-unavailable',
  ],
  handle: async ({ params, services }) =>
    json<DocumentReply>(200, { document: await services.documentFiles.preview(params.uploadId) }),
});
