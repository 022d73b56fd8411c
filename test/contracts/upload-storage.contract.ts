import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import type { UploadStorage } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';

export interface UploadStorageSetup {
  storage: UploadStorage;
  /** The names of all that is stored, finished or not. */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

/** A way in which a storage can fail: breaks it, and returns how to repair it. */
export type StorageBreakage<Setup> = (setup: Setup) => Promise<() => Promise<void>>;

/** The contract of every file storage. */
export function uploadStorageContract<Setup extends UploadStorageSetup>(
  name: string,
  open: () => Promise<Setup>,
  breakages: Readonly<Record<string, StorageBreakage<Setup>>>,
): void {
  describe(`${name}, as a file storage`, () => {
    const setup = freshFixture(() => open());
    const id = randomUUID();

    async function contentOf(uploadId: string = id): Promise<Buffer[]> {
      const pieces: Buffer[] = [];
      for await (const piece of setup.storage.read(uploadId)) pieces.push(Buffer.from(piece));
      return pieces;
    }

    it('joins blocks by their index in any order of arrival, and returns pieces of at most one block', async () => {
      const blocks = [randomBytes(BLOCK_BYTES), randomBytes(BLOCK_BYTES), randomBytes(7)];
      for (const index of [2, 0, 1]) {
        await setup.storage.putBlock(id, index, blocks[index] ?? Buffer.alloc(0));
      }
      await setup.storage.join(id, 3);
      const pieces = await contentOf();
      expect(Buffer.concat(pieces).equals(Buffer.concat(blocks))).toBe(true);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(BLOCK_BYTES);
    });

    it('lists the stored blocks with their lengths', async () => {
      expect(await setup.storage.blocks(id)).toEqual(new Map());
      await setup.storage.putBlock(id, 1, Buffer.from('second'));
      await setup.storage.putBlock(id, 0, Buffer.from('first'));
      expect(await setup.storage.blocks(id)).toEqual(
        new Map([
          [0, 5],
          [1, 6],
        ]),
      );
    });

    it('keeps the newest version of a block that was sent twice', async () => {
      await setup.storage.putBlock(id, 0, Buffer.from('half a bl'));
      await setup.storage.putBlock(id, 0, Buffer.from('the whole block'));
      await setup.storage.join(id, 1);
      expect(Buffer.concat(await contentOf()).toString()).toBe('the whole block');
    });

    it('joins a file once: neither a repeated join nor a late block changes it', async () => {
      await setup.storage.putBlock(id, 0, Buffer.from('joined'));
      await setup.storage.join(id, 1);
      await setup.storage.putBlock(id, 0, Buffer.from('late'));
      await setup.storage.join(id, 1);
      expect(Buffer.concat(await contentOf()).toString()).toBe('joined');
    });

    it('keeps the blocks of different uploads separate', async () => {
      const other = randomUUID();
      for (const [uploadId, text] of [
        [id, 'one'],
        [other, 'other'],
      ] as const) {
        await setup.storage.putBlock(uploadId, 0, Buffer.from(text));
        await setup.storage.join(uploadId, 1);
      }
      await setup.storage.remove(other);
      expect(Buffer.concat(await contentOf()).toString()).toBe('one');
    });

    it.each(['nothing', 'blocks', 'a file'])(
      'removes an upload completely, even twice, if it holds %s',
      async (there) => {
        if (there !== 'nothing') await setup.storage.putBlock(id, 0, Buffer.from('text'));
        if (there === 'a file') await setup.storage.join(id, 1);
        await setup.storage.remove(id);
        await setup.storage.remove(id);
        expect(await setup.names()).toEqual([]);
        expect(await setup.storage.blocks(id)).toEqual(new Map());
      },
    );

    it('finds a file only after it is joined and until it is removed', async () => {
      await setup.storage.putBlock(id, 0, Buffer.from('text'));
      expect(await setup.storage.find(id)).toBeUndefined();
      await setup.storage.join(id, 1);
      expect(await setup.storage.find(id)).toEqual({ bytes: 4, scan: 'unscanned' });
      await setup.storage.remove(id);
      expect(await setup.storage.find(id)).toBeUndefined();
    });

    it('deletes a folder with all its uploads, complete or not, and no other folder', async () => {
      for (const file of ['folder/one', 'folder/two', 'folder/three', 'folder-2/other']) {
        await setup.storage.putBlock(file, 0, Buffer.from('text'));
        if (file !== 'folder/two') await setup.storage.join(file, 1);
      }
      await setup.storage.removeFolder('folder');
      await setup.storage.removeFolder('folder');
      await setup.storage.removeFolder('none');
      expect(await setup.storage.find('folder/one')).toBeUndefined();
      expect(await setup.storage.blocks('folder/two')).toEqual(new Map());
      expect(Buffer.concat(await contentOf('folder-2/other')).toString()).toBe('text');
    });

    it.each(Object.keys(breakages))(
      'fails as unavailable, and works again after the repair: %s',
      async (breakage) => {
        await setup.storage.putBlock(id, 0, Buffer.from('text'));
        await setup.storage.join(id, 1);
        const repair = await breakages[breakage]?.(setup);
        for (const work of [
          () => setup.storage.putBlock(id, 0, Buffer.from('text')),
          () => setup.storage.blocks(id),
          () => setup.storage.join(randomUUID(), 1),
          () => contentOf(),
          () => setup.storage.find(id),
          () => setup.storage.removeFolder('folder'),
        ]) {
          expect(await refusal(work())).toBe('files-unavailable');
        }
        await repair?.();
        expect(Buffer.concat(await contentOf()).toString()).toBe('text');
      },
    );
  });
}
