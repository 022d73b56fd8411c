import { AppError, invalidField } from '../core/errors.ts';
import { blockCount, blockLength, missingBlocks } from './rules/uploads.ts';
import type { UploadStorage } from '../ports.ts';

/** `id`: in the storage; `bytes`: the length of the whole file. */
interface BlockFile {
  id: string;
  bytes: number;
}

/** Uploads in blocks, in any order; blocks can be repeated. */
export function blockFiles(storage: Pick<UploadStorage, 'putBlock' | 'blocks' | 'isJoined' | 'join'>) {
  async function missing({ id, bytes }: BlockFile): Promise<number[]> {
    const unsent = missingBlocks(bytes, await storage.blocks(id));
    // An instance may have ended after joining the blocks and before recording it; then no block is listed.
    return unsent.length > 0 && (await storage.isJoined(id)) ? [] : unsent;
  }

  return {
    /** Throws `validation-failed` for a block of the wrong length. */
    async put({ id, bytes }: BlockFile, index: number, block: Uint8Array): Promise<void> {
      const length = blockLength(bytes, index);
      if (length === 0 || block.length !== length) {
        const message = length === 0 ? 'is past the end of the file' : `must have ${length} bytes`;
        throw invalidField('index', message);
      }
      await storage.putBlock(id, index, block);
    },

    /** The indexes of the missing blocks. */
    missing,

    /** Joins the blocks; idempotent. Throws `upload-incomplete` with the missing blocks. */
    async join(file: BlockFile): Promise<void> {
      const unsent = await missing(file);
      if (unsent.length > 0) throw new AppError('upload-incomplete', { missing: unsent });
      await storage.join(file.id, blockCount(file.bytes));
    },
  };
}
