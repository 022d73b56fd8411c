import { describe, expect, it } from 'vitest';
import { upload, type Progress } from '../../widget/files/upload.ts';

const BLOCK = 2 ** 19;
const FILE = { name: 'notes.txt', content: new Blob([new Uint8Array(2 * BLOCK + 1)]) };

/** A service that takes a file of three blocks, except calls to `refusedPath`, which get `status`. */
function uploading() {
  const calls: string[] = [];
  const progress: Progress = { sessionId: 's', id: '', bytes: 0 };
  const run = (refusedPath?: string, status = 0, isOver: () => boolean = () => false) =>
    upload(
      (path) => {
        const [called = ''] = path.split('?');
        calls.push(called);
        if (called === refusedPath) return Promise.resolve({ status, body: {} });
        return Promise.resolve({ status: 200, body: { id: 'f', ticket: 'the ticket' } });
      },
      FILE,
      progress,
      { isOver, onProgress: () => undefined },
    );
  return { calls, progress, run };
}

const BLOCKS = [0, 1, 2].map((block) => `attachments/f/blocks/${block}`);

describe('an upload of a visitor’s file', () => {
  it('sends its blocks one after the other, and gets a ticket', async () => {
    const { calls, run } = uploading();
    expect(await run()).toEqual({ ticket: 'the ticket' });
    expect(calls).toEqual(['attachments', ...BLOCKS, 'attachments/f']);
  });

  it.each([
    [0, 'unsent', 'continues'],
    [429, 'unsent', 'continues'],
    [503, 'unsent', 'continues'],
    [404, 'unsent', 'begins again'],
    [409, 'full', 'begins again'],
    [413, 'large', 'begins again'],
    [415, 'type', 'begins again'],
    [422, 'type', 'begins again'],
  ])('whose block gets status %i three times is %s, and its next try %s', async (status, fault, next) => {
    const { calls, run } = uploading();
    expect(await run('attachments/f/blocks/1', status)).toEqual({ fault });
    expect(calls).toEqual([
      'attachments',
      ...BLOCKS.slice(0, 2),
      ...BLOCKS.slice(1, 2),
      ...BLOCKS.slice(1, 2),
    ]);
    calls.length = 0;
    expect(await run()).toEqual({ ticket: 'the ticket' });
    const missing = next === 'continues' ? BLOCKS.slice(1) : ['attachments', ...BLOCKS];
    expect(calls).toEqual([...missing, 'attachments/f']);
  });

  it.each(['attachments', ...BLOCKS, 'attachments/f'])(
    'that is canceled while %s is called makes no further call and has no fault',
    async (last) => {
      const { calls, run } = uploading();
      const isOver = () => calls.includes(last);
      expect(await run(last, 503, isOver)).toEqual({});
      expect(calls.at(-1)).toBe(last);
      expect(new Set(calls).size).toBe(calls.length);
    },
  );
});
