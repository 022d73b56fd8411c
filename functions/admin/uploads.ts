import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import { ADMIN, BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { NewUpload, UploadReply, UploadParams, BlockParams } from '../../src/platform/wire/uploads.ts';

export const uploadEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'upload-begin',
    method: 'POST',
    route: 'uploads',
    gate: 'admin',
    summary: 'Begin the upload of a file in blocks',
    body: NewUpload,
    replies: { 201: { description: 'The upload, with the blocks to send', schema: UploadReply } },
    errors: ['file-too-large', 'too-many-uploads', 'uploads-not-configured', 'files-unavailable'],
    async handle({ body, services }) {
      const upload = await services.uploads.begin(ADMIN, body);
      return json<UploadReply>(201, { upload }, { location: `/api/uploads/${upload.id}` });
    },
  }),
  endpoint({
    name: 'upload',
    method: 'GET',
    route: 'uploads/{uploadId}',
    gate: 'admin',
    summary: 'Get an upload, with the blocks that are still to be sent',
    params: UploadParams,
    replies: { 200: { description: 'The upload', schema: UploadReply } },
    errors: ['upload-not-found', 'uploads-not-configured', 'files-unavailable'],
    handle: async ({ params, services }) =>
      json<UploadReply>(200, { upload: await services.uploads.find(ADMIN, params.uploadId) }),
  }),
  endpoint({
    name: 'upload-block-put',
    method: 'PUT',
    route: 'uploads/{uploadId}/blocks/{index}',
    gate: 'admin',
    summary: 'Send a block of a file; in any order, and again if it failed',
    params: BlockParams,
    blockBytes: BLOCK_BYTES,
    replies: { 204: { description: 'Stored' } },
    errors: ['upload-not-found', 'upload-complete', 'uploads-not-configured', 'files-unavailable'],
    async handle({ bytes, params, services }) {
      await services.rateGate.blocks(params.uploadId);
      await services.uploads.putBlock(ADMIN, params.uploadId, params.index, bytes);
      return empty(204);
    },
  }),
  endpoint({
    name: 'upload-complete',
    method: 'POST',
    route: 'uploads/{uploadId}',
    gate: 'admin',
    summary: 'Join the blocks of a file, once all are sent; a repeat changes nothing',
    params: UploadParams,
    replies: {
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
  }),
  endpoint({
    name: 'upload-remove',
    method: 'DELETE',
    route: 'uploads/{uploadId}',
    gate: 'admin',
    summary: 'Delete an upload; a repeat changes nothing',
    params: UploadParams,
    replies: { 204: { description: 'Deleted' } },
    errors: ['uploads-not-configured', 'files-unavailable'],
    async handle({ params, services }) {
      await services.uploads.remove(ADMIN, params.uploadId);
      return empty(204);
    },
  }),
];
