import { expect, test } from 'vitest';
import { byteCursor } from '../../src/domain/byte-cursor.ts';

test('bytes after the last step that a file may take are not taken for its end', async () => {
  async function* pieces() {
    yield await Promise.resolve(new Uint8Array(40_000));
  }
  const cursor = byteCursor(pieces(), () => Promise.resolve());
  while ((await cursor.take(1)).length > 0);
  expect(await cursor.rest()).toHaveLength(10_000);
});
