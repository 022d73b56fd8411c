import { UploadReply } from '../../../src/platform/wire/uploads.ts';
import { DocumentReply } from '../../../src/assistants/wire/assistants.ts';
import { BLOCK_BYTES, blockCount } from '../../../src/platform/rules/uploads.ts';
import type { RunningService } from '../../support/service/service.ts';

/** An admin who uploads files to a service in anonymous mode. */
export function uploader(service: RunningService) {
  const begin = (fileName: string, bytes: number) =>
    service.post('/api/uploads', { purpose: 'knowledge', fileName, bytes });

  const putBlock = (id: string, index: number, block: Uint8Array) =>
    fetch(`${service.origin}/api/uploads/${id}/blocks/${index}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(block),
    });

  const complete = (id: string) => service.post(`/api/uploads/${id}`, {});
  const preview = (id: string) => service.post(`/api/uploads/${id}/preview`, {});

  /** Sends every block of a file, and gives the id of the upload. */
  async function send(fileName: string, file: Uint8Array): Promise<string> {
    const { upload } = UploadReply.parse(await (await begin(fileName, file.length)).json());
    for (let index = 0; index < blockCount(file.length); index++) {
      await putBlock(upload.id, index, file.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES));
    }
    return upload.id;
  }

  return {
    begin,
    putBlock,
    complete,
    preview,
    send,
    /** Uploads a file and reads it. */
    async read(fileName: string, file: Uint8Array) {
      const id = await send(fileName, file);
      await complete(id);
      const { document } = DocumentReply.parse(await (await preview(id)).json());
      return { id, document };
    },
  };
}
