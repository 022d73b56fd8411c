import { ADMIN } from '../../src/domain/uploads.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { UploadParams } from '../../src/wire/uploads.ts';

export const removeUpload = endpoint({
  name: 'upload-remove',
  method: 'DELETE',
  route: 'uploads/{uploadId}',
  gate: 'admin',
  summary: 'Delete an upload; a repeat changes nothing',
  params: UploadParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['uploads-not-configured', 'files-unavailable'],
  async handle({ params, services }) {
    await services.uploads.remove(ADMIN, params.uploadId);
    return empty(204);
  },
});
