import { AppError, invalidField } from '../../domain/errors.ts';
import { blockCount, blockLength, missingBlocks } from '../../domain/uploads.ts';
import type { UploadStorage } from '../../ports.ts';

/** A file that is sent in blocks, by its id in the storage and its length. */
export interface BlockFile {
  id: string;
  bytes: number;
}

/** Files that are larger than a request: sent in blocks in any order, each as often as it takes. */
export interface BlockFiles {
  /** `validation-failed` for a block of the wrong length. */
  put(file: BlockFile, index: number, block: Uint8Array): Promise<void>;
  /** The indexes of the blocks that are still to be sent. */
  missing(file: BlockFile): Promise<number[]>;
  /** Joins the blocks; a repeat changes nothing. `upload-incomplete` names those that are missing. */
  join(file: BlockFile): Promise<void>;
}

export function blockFiles(
  storage: Pick<UploadStorage, 'putBlock' | 'blocks' | 'isJoined' | 'join'>,
): BlockFiles {
  async function missing({ id, bytes }: BlockFile): Promise<number[]> {
    const unsent = missingBlocks(bytes, await storage.blocks(id));
    // Joined blocks are no longer separate: an instance may have ended before it wrote that the file is
    // complete.
    return unsent.length > 0 && (await storage.isJoined(id)) ? [] : unsent;
  }

  return {
    async put({ id, bytes }, index, block) {
      const length = blockLength(bytes, index);
      if (length === 0 || block.length !== length) {
        const message = length === 0 ? 'is past the end of the file' : `must have ${length} bytes`;
        throw invalidField('index', message);
      }
      await storage.putBlock(id, index, block);
    },

    missing,

    async join(file) {
      const unsent = await missing(file);
      if (unsent.length > 0) throw new AppError('upload-incomplete', { missing: unsent });
      await storage.join(file.id, blockCount(file.bytes));
    },
  };
}
