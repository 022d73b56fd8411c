import type { ScanResult } from '../conversations/rules/attachments.ts';

/** A complete file: its blocks are joined. */
interface StoredFile {
  bytes: number;
  scan: ScanResult;
}

/**
 * Stores uploaded files, during and after the upload. An id is a name, or `<folder>/<name>`. Failure is
 * `files-unavailable`.
 */
export interface UploadStorage {
  /** Writes a block; a repeat replaces it. */
  putBlock(uploadId: string, index: number, bytes: Uint8Array): Promise<void>;
  /** The lengths in bytes of the blocks received so far, by index; empty once the blocks are joined. */
  blocks(uploadId: string): Promise<ReadonlyMap<number, number>>;
  /** Whether the blocks are joined to a file. */
  isJoined(uploadId: string): Promise<boolean>;
  /** Joins the first `count` blocks to one file. A repeat changes nothing. */
  join(uploadId: string, count: number): Promise<void>;
  /** The joined file in pieces of at most `pieceBytes`, default a block; one is in memory at a time. */
  read(uploadId: string, pieceBytes?: number): AsyncIterable<Uint8Array>;
  /** Deletes the file and its blocks, if there are any. */
  remove(uploadId: string): Promise<void>;
  /** The joined file and the result of a virus scanner; undefined if it does not exist. */
  find(uploadId: string): Promise<StoredFile | undefined>;
  /** Deletes all files of a folder and their blocks, if there are any. */
  removeFolder(folder: string): Promise<void>;
}
