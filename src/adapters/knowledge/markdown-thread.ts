import { Worker } from 'node:worker_threads';
import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import type { Clock, KnowledgeDocument } from '../../ports.ts';
import type { ParsedDocument } from './markdown-sections.ts';
import type { ParseDocuments } from './parsed-documents.ts';

export interface ToMarkdownThread {
  document: KnowledgeDocument;
  as: 'markdown' | 'text';
}

export type FromMarkdownThread = 'ready' | ParsedDocument;

interface MarkdownThreadOptions {
  worker: URL;
  clock: Clock;
  /**
   * Time-out for one document, in milliseconds. Default: 10 000. A document of 200 000 characters takes a few
   * hundred.
   */
  timeoutMs?: number;
}

/** The heap of the thread in megabytes, and its stack: the parser recurses into nested elements. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Time-out for the start of the thread, in milliseconds; it takes seconds on a busy machine. */
const START_TIMEOUT_MS = 60_000;

/** A running thread. Requests resolve with undefined if it has ended. */
interface Thread {
  next(): Promise<FromMarkdownThread | undefined>;
  send(message: ToMarkdownThread): void;
  end(): Promise<unknown>;
}

/**
 * Parses documents in a worker thread, which ends after the last one. Parsing time can grow with the square
 * of the length, so a thread that exceeds its time or memory is ended, and the document is indexed as plain
 * text.
 */
export function threadParser({ worker, clock, timeoutMs = 10_000 }: MarkdownThreadOptions): ParseDocuments {
  // Without the budget of a request: a document that was cut off by it would be parsed again and again.
  const timer = { after: clock.after };

  async function start(): Promise<Thread> {
    const thread = startThread(worker);
    const greeting = await withTimeout(timer, START_TIMEOUT_MS, () => thread.next());
    if (greeting !== 'ready') throw new Error('The thread that parses documents did not start.');
    return thread;
  }

  return async (documents) => {
    const parsed: ParsedDocument[] = [];
    let running: Thread | undefined;

    async function ask(message: ToMarkdownThread): Promise<ParsedDocument | undefined> {
      const thread = (running ??= await start());
      const next = thread.next();
      thread.send(message);
      const answer = await withTimeout(timer, timeoutMs, () => next).catch(timedOut);
      if (answer !== undefined && answer !== 'ready') return answer;
      running = undefined;
      await thread.end();
      return undefined;
    }

    try {
      for (const document of documents) {
        parsed.push(
          (await ask({ document, as: 'markdown' })) ??
            (await ask({ document, as: 'text' })) ?? { sections: [], synonyms: [] },
        );
      }
      return parsed;
    } finally {
      await running?.end();
    }
  };
}

function timedOut(error: unknown): undefined {
  if (!(error instanceof TimeoutError)) throw error;
}

function startThread(worker: URL): Thread {
  const thread = new Worker(worker, {
    resourceLimits: HEAP,
    // The thread gets neither the settings nor the output of the service.
    env: {},
    stdout: true,
    stderr: true,
  });
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
  thread.once('error', () => end(undefined));
  thread.once('exit', () => end(undefined));
  return {
    next() {
      const { promise, resolve } = Promise.withResolvers<FromMarkdownThread>();
      thread.once('message', resolve);
      return Promise.race([promise, over]);
    },
    send: (message) => thread.postMessage(message),
    end: () => thread.terminate(),
  };
}
