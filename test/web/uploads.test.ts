import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { drawnName, drawnSize, drawnType } from '../../widget/redrawn-image.ts';
import { apiClient, Problem } from '../../src/web/ui/request.ts';
import { sendInBlocks, uploadName } from '../../src/web/ui/uploads/send-blocks.ts';
import { listen } from '../support/servers/listen.ts';

const UNREACHABLE = new Problem('unreachable', 'The service could not be reached.');

/** Sends three blocks; each call ends as the next of `ends` says. */
async function send(ends: (Problem | undefined)[], bytes = 2 * BLOCK_BYTES + 1) {
  const calls: string[] = [];
  const interruptions: string[] = [];
  const sent: number[] = [];
  const call = (name: string) => {
    calls.push(name);
    const problem = ends.shift();
    return problem ? Promise.reject(problem) : Promise.resolve();
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      call(String(request.url)).then(
        () => response.writeHead(204).end(),
        () => request.socket.destroy(),
      );
    });
  });
  const origin = await listen(server);
  onTestFinished(() => void server.close());
  const result = sendInBlocks(
    new Blob([new Uint8Array(bytes)]),
    {
      path: (id) => `${origin}/${id}`,
      async begin() {
        await call('begin');
        return { id: 'file', blockBytes: BLOCK_BYTES, missing: [0, 1, 2], complete: false };
      },
      resume: (upload, { details }) =>
        Promise.resolve({ ...upload, missing: details.missing ?? upload.missing }),
      async finish() {
        await call('finish');
        return 'done';
      },
    },
    {
      api: apiClient({ onRefused: () => undefined }),
      signal: new AbortController().signal,
      onBegun: (id) => calls.push(`begun ${id}`),
      onSent: (arrived) => sent.push(arrived),
      onReading: () => undefined,
      onInterrupted: ({ code }) => {
        interruptions.push(code);
        return Promise.resolve();
      },
    },
  );
  const outcome = await result.catch((thrown: unknown) => (thrown instanceof Problem ? thrown.code : thrown));
  return { outcome, calls, interruptions, sent };
}

const [FIRST, SECOND, THIRD] = [0, 1, 2].map((index) => `/file/blocks/${index}`);

describe('a file that is sent in blocks', () => {
  test('continues with the block at which the connection was lost, and is begun once', async () => {
    const ends = [UNREACHABLE, undefined, undefined, UNREACHABLE, UNREACHABLE];
    expect(await send(ends)).toEqual({
      outcome: 'done',
      calls: ['begin', 'begin', 'begun file', FIRST, SECOND, SECOND, SECOND, THIRD, 'finish'],
      interruptions: ['unreachable', 'unreachable', 'unreachable'],
      sent: [0, BLOCK_BYTES, BLOCK_BYTES, BLOCK_BYTES, 2 * BLOCK_BYTES, 2 * BLOCK_BYTES + 1],
    });
  });

  test('repeats missing blocks, and nothing after a lost answer to its end', async () => {
    const incomplete = new Problem('upload-incomplete', 'Blocks are missing.', { missing: [1] });
    const { calls } = await send([
      undefined,
      undefined,
      undefined,
      undefined,
      incomplete,
      undefined,
      UNREACHABLE,
    ]);
    expect(calls.slice(4)).toEqual([THIRD, 'finish', SECOND, 'finish', 'finish']);
  });

  test('is refused immediately if it is empty or another try is useless', async () => {
    const refused = new Problem('attachment-type-unsupported', 'This kind of file cannot be sent.');
    expect(await send([undefined, undefined, undefined, undefined, refused])).toMatchObject({
      outcome: 'attachment-type-unsupported',
      interruptions: [],
    });
    expect(await send([], 0)).toMatchObject({ outcome: 'file-empty', calls: [] });
  });

  test('ends the request of its block when it is canceled', async () => {
    const cancel = new AbortController();
    const canceled = new Error('Canceled.');
    let isEnded = false;
    // The block gets no response.
    const server = createServer((request, response) => {
      response.on('close', () => (isEnded = true));
      request.resume().on('end', () => cancel.abort(canceled));
    });
    const origin = await listen(server);
    onTestFinished(() => void server.close());
    const upload = { id: 'file', blockBytes: BLOCK_BYTES, missing: [0], complete: false };
    const nothing = () => undefined;
    const result = sendInBlocks(
      new Blob(['x']),
      {
        path: (id) => `${origin}/${id}`,
        begin: () => Promise.resolve(upload),
        resume: () => Promise.resolve(upload),
        finish: () => Promise.resolve('done'),
      },
      {
        api: apiClient({ onRefused: nothing }),
        signal: cancel.signal,
        ...{ onBegun: nothing, onSent: nothing, onReading: nothing },
        onInterrupted: (problem) => Promise.reject(problem),
      },
    );
    result.catch(nothing);
    await expect.poll(() => isEnded).toBe(true);
    await expect(result).rejects.toBe(canceled);
  });

  test('gets a name within the limit, with its extension', () => {
    expect(uploadName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(251)}.pdf`);
  });
});

describe('an image that is encoded again before it is sent', () => {
  test('is a PNG or JPEG, while a GIF, an SVG and any other file are unchanged', () => {
    expect(['image/jpeg', 'image/png', 'image/webp'].map(drawnType)).toEqual([
      'image/jpeg',
      'image/png',
      'image/png',
    ]);
    expect(['image/gif', 'image/svg+xml', 'application/pdf', ''].map(drawnType)).toEqual(
      Array.from({ length: 4 }),
    );
    expect(drawnName('Holiday.2026.webp', 'image/png')).toBe('Holiday.2026.png');
    expect(drawnName('a.PNG', 'image/png')).toBe('a.PNG');
    expect(drawnName('a.jpeg', 'image/jpeg')).toBe('a.jpeg');
  });

  test('is made smaller if a side is too long, and keeps its proportions', () => {
    expect(drawnSize(4096, 30)).toEqual({ width: 4096, height: 30 });
    expect(drawnSize(3000, 8192)).toEqual({ width: 1500, height: 4096 });
    expect(drawnSize(100_000, 1)).toEqual({ width: 4096, height: 1 });
  });
});
