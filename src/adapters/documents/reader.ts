import { Worker } from 'node:worker_threads';
import { keyedMutex } from '../../domain/concurrency.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock, DocumentReader, FileToRead } from '../../ports.ts';
import { Reading } from './reading.ts';

export interface DocumentReaderOptions {
  /** The module of the thread. */
  worker: URL;
  clock: Clock;
  /** The time for one file, in milliseconds. */
  timeoutMs?: number;
  /** By how much the memory of the process may grow while a file is read, in bytes. */
  memoryBytes?: number;
}

/** The heap of the thread, in megabytes, and its stack: parsers descend into nested elements. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const WATCH_MS = 25;

/**
 * Reads files in a thread that is ended after one file, one file at a time. A thread that takes too long is
 * terminated, also in the middle of a loop; so is one whose buffers grow, which no limit of a heap counts.
 */
export function documentReader({
  worker: module,
  clock,
  timeoutMs = 20_000,
  memoryBytes = 384 * 1024 * 1024,
}: DocumentReaderOptions): DocumentReader {
  const inTurn = keyedMutex();

  async function readInThread({ type, name, bytes, pieces }: FileToRead) {
    const thread = new Worker(module, {
      workerData: { type, name, bytes },
      resourceLimits: HEAP,
      // Neither settings nor output of the service.
      env: {},
      stdout: true,
      stderr: true,
    });
    const ended = new AbortController();
    try {
      const answer = new Promise<Reading>((resolve) => {
        thread.once('message', (message) => resolve(readingOf(message)));
        // Out of memory, or a failure of the parser's own.
        thread.once('error', () => resolve({ refused: 'file-too-complex' }));
        thread.once('exit', () => resolve({ refused: 'file-too-complex' }));
      });
      return await Promise.race([send(thread, pieces, answer), overrun(ended.signal)]);
    } finally {
      ended.abort();
      await thread.terminate();
    }
  }

  /** Resolves when the time or the memory for one file is used up. */
  async function overrun(signal: AbortSignal): Promise<Reading> {
    const startedAt = clock.now();
    const before = process.memoryUsage.rss();
    while (!signal.aborted && clock.now() - startedAt < timeoutMs) {
      await clock.sleep(WATCH_MS, signal);
      if (process.memoryUsage.rss() - before > memoryBytes) break;
    }
    return { refused: 'file-too-complex' };
  }

  return {
    read: (file) =>
      inTurn('file', async () => {
        const result = await readInThread(file);
        if ('refused' in result) throw new AppError(result.refused);
        return result.read;
      }),
  };
}

function readingOf(message: unknown): Reading {
  return Reading.safeParse(message).data ?? { refused: 'file-damaged' };
}

/** Sends the pieces, each with its memory, and gives the answer. */
async function send(
  thread: Worker,
  pieces: AsyncIterable<Uint8Array>,
  answer: Promise<Reading>,
): Promise<Reading> {
  for await (const piece of pieces) {
    // A copy, since a piece may be a part of a pool that others use.
    const own = new Uint8Array(piece);
    thread.postMessage(own, [own.buffer]);
  }
  return await answer;
}
