import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { keyedMutex, withTimeout } from '../../domain/concurrency.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock, DocumentReader, FileToRead } from '../../ports.ts';
import { Reading, type Task } from './reading.ts';

export interface DocumentReaderOptions {
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
/** For the start of the thread, which loads its module; on a busy machine it takes seconds. */
const START_TIMEOUT_MS = 60_000;
/** So many files may wait for the one that is read; more are refused for now. */
const MAX_WAITING = 4;
const RETRY_AFTER_SECONDS = 20;

/**
 * Reads files in a thread that is ended after one file, one file at a time. A thread that takes too long is
 * terminated, also in the middle of a loop; so is one whose buffers grow, which no limit of a heap counts.
 * The time of a file begins when all of it has arrived: neither a slow storage nor a thread that does not
 * start says anything of the file.
 */
export function documentReader({
  worker: module,
  clock,
  timeoutMs = 20_000,
  memoryBytes = 384 * 1024 * 1024,
}: DocumentReaderOptions): DocumentReader {
  const inTurn = keyedMutex();
  let files = 0;

  async function readInThread(task: Task, pieces: FileToRead['pieces']) {
    const { bytes } = task;
    const thread = new Worker(module, {
      workerData: task,
      resourceLimits: HEAP,
      // Neither settings nor output of the service.
      env: {},
      stdout: true,
      stderr: true,
    });
    const ended = new AbortController();
    try {
      await withTimeout(clock, START_TIMEOUT_MS, () => readyOf(thread));
      const answer = answerOf(thread);
      if ((await send(thread, { bytes, pieces }, answer)) === 'ended') return await answer;
      return await Promise.race([answer, overrun(ended.signal)]);
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

  async function readInTurn(task: Task, pieces: FileToRead['pieces']) {
    if (files > MAX_WAITING) throw new AppError('rate-limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    files++;
    try {
      const result = await inTurn('file', () => readInThread(task, pieces));
      if ('refused' in result) throw new AppError(result.refused);
      return result;
    } finally {
      files--;
    }
  }

  return {
    async read({ type, name, bytes, pieces }) {
      const result = await readInTurn({ type, name, bytes }, pieces);
      if (!('read' in result)) throw new AppError('file-damaged');
      return result.read;
    },
    async readPage({ bytes, ...page }) {
      const task: Task = { type: 'html', name: page.url, bytes: bytes.length, page };
      const result = await readInTurn(task, Readable.from([bytes]));
      if (!('page' in result)) throw new AppError('file-damaged');
      return result.page;
    },
  };
}

/** Resolves when the thread can be sent a file. A thread that cannot start is a fault of the service. */
function readyOf(thread: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that reads documents ended before it began.')));
  });
}

/** The thread's answer; a thread that ends without an answer is out of memory, or its parser failed. */
function answerOf(thread: Worker): Promise<Reading> {
  return new Promise((resolve) => {
    thread.once('message', (message) => resolve(readingOf(message)));
    thread.once('error', () => resolve({ refused: 'file-too-complex' }));
    thread.once('exit', () => resolve({ refused: 'file-too-complex' }));
  });
}

function readingOf(message: unknown): Reading {
  return Reading.safeParse(message).data ?? { refused: 'file-damaged' };
}

/** Sends the pieces, each with its memory; `ended` where the thread answers, or ends, before the last one. */
async function send(
  thread: Worker,
  { bytes, pieces }: Pick<FileToRead, 'bytes' | 'pieces'>,
  answer: Promise<Reading>,
): Promise<'sent' | 'ended'> {
  const answered = new AbortController();
  let missing = bytes;
  void answer.then(() => answered.abort());
  for await (const piece of pieces) {
    if (answered.signal.aborted) return 'ended';
    missing -= piece.length;
    if (missing < 0) break;
    // A copy, since a piece may be a part of a pool that others use.
    const own = new Uint8Array(piece);
    thread.postMessage(own, [own.buffer]);
  }
  // The storage holds another file than was sent.
  if (missing !== 0) throw new AppError('files-unavailable');
  return 'sent';
}
