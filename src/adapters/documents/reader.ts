import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { keyedMutex, withTimeout } from '../../lib/concurrency.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock, DocumentReader, FileToRead } from '../../ports.ts';
import { Reading, type Task } from './reading.ts';

interface DocumentReaderOptions {
  worker: URL;
  clock: Clock;
  /** Time-out for one file, in milliseconds. Default: 20 000. */
  timeoutMs?: number;
  /** How much the memory of the process may grow while a file is read, in bytes. Default: 384 MiB. */
  memoryBytes?: number;
}

/** The heap and stack of the thread, in megabytes. Parsers recurse into nested elements. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const MEMORY_CHECK_MS = 25;
/**
 * Time-out for the start of the thread, in milliseconds. Loading its module takes seconds on a busy machine.
 */
const START_TIMEOUT_MS = 60_000;
/** How many files may wait in the queue; further ones are refused. */
const MAX_WAITING = 4;
const RETRY_AFTER_SECONDS = 20;

/**
 * Reads files in a worker thread, one at a time, with a new thread for each file. The thread is terminated at
 * the time-out, even in a loop, and if its buffers grow too much, which heap limits do not count. The
 * time-out begins when the file has arrived completely, so that slow storage or a slow thread start does not
 * count against the file.
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
      // The thread gets neither the settings nor the output of the service.
      env: {},
      stdout: true,
      stderr: true,
    });
    const ended = new AbortController();
    try {
      // Without the budget of a request, which is over if other files were read before.
      await withTimeout({ after: clock.after }, START_TIMEOUT_MS, () => threadReady(thread));
      const answer = answerOf(thread);
      if ((await send(thread, { bytes, pieces }, answer)) === 'ended') return await answer;
      return await Promise.race([answer, limitReached(ended.signal)]);
    } finally {
      ended.abort();
      await thread.terminate();
    }
  }

  /** Resolves when the time-out or the memory limit is reached. */
  async function limitReached(signal: AbortSignal): Promise<Reading> {
    const startedAt = clock.now();
    const before = process.memoryUsage.rss();
    while (!signal.aborted && clock.now() - startedAt < timeoutMs) {
      await clock.sleep(MEMORY_CHECK_MS, signal);
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

  const readBytes = (task: Task, bytes: Uint8Array) => readInTurn(task, Readable.from([bytes]));

  return {
    async read({ type, name, bytes, pieces }) {
      const result = await readInTurn({ kind: 'file', type, name, bytes }, pieces);
      if (!('read' in result)) throw new AppError('file-damaged');
      return result.read;
    },
    async readPage({ bytes, ...page }) {
      const result = await readBytes({ kind: 'page', bytes: bytes.length, ...page }, bytes);
      if (!('page' in result)) throw new AppError('file-damaged');
      return result.page;
    },
    async readSitemap(bytes, limit) {
      const result = await readBytes({ kind: 'sitemap', bytes: bytes.length, limit }, bytes);
      if (!('sitemap' in result)) throw new AppError('file-damaged');
      return result.sitemap;
    },
    async readRobotsTxt(bytes, productToken) {
      const result = await readBytes({ kind: 'robots', bytes: bytes.length, productToken }, bytes);
      if (!('robots' in result)) throw new AppError('file-damaged');
      return result.robots;
    },
    async readApi(text, address) {
      const bytes = new TextEncoder().encode(text);
      const task: Task = { kind: 'api', bytes: bytes.length, ...(address !== undefined && { address }) };
      const result = await readBytes(task, bytes);
      if (!('api' in result)) throw new AppError('file-damaged');
      return result.api ?? undefined;
    },
  };
}

/**
 * Resolves when the thread can receive a file. Throws if the thread cannot start, which is a fault of the
 * service.
 */
function threadReady(thread: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that reads documents ended before it began.')));
  });
}

/** The thread's answer. A thread that ends without an answer ran out of memory, or its parser failed. */
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

/** Transfers the pieces to the thread. `ended`: the thread answered or ended before the last piece. */
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
    // Copied, because a piece can be part of a shared buffer pool.
    const own = new Uint8Array(piece);
    thread.postMessage(own, [own.buffer]);
  }
  // The stored file does not have the size that was sent.
  if (missing !== 0) throw new AppError('files-unavailable');
  return 'sent';
}
