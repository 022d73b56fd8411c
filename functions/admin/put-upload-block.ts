import { ADMIN, BLOCK_BYTES } from '../../src/domain/uploads.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { BlockParams } from '../../src/wire/uploads.ts';

export const putUploadBlock = endpoint({
  name: 'upload-block-put',
  method: 'PUT',
  route: 'uploads/{uploadId}/blocks/{index}',
  gate: 'admin',
  summary: 'Send a block of a file; in any order, and again if it failed',
  params: BlockParams,
  blockBytes: BLOCK_BYTES,
  answers: { 204: { description: 'Stored' } },
  errors: ['upload-not-found', 'upload-complete', 'uploads-not-configured', 'files-unavailable'],
  async handle({ bytes, params, services }) {
    await services.rateGate.blocks(params.uploadId);
    await services.uploads.putBlock(ADMIN, params.uploadId, params.index, bytes);
    return empty(204);
  },
});
