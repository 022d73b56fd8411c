import { backOffMs, Problem, UNREACHABLE } from '../request.ts';
import { store, type Store } from '../store.ts';
import type { UploadOptions } from './send-blocks.ts';

/** How far a chosen file has come; `R` is what comes of it. */
export type FileState<R> =
  | { step: 'waiting' }
  | { step: 'sending'; sent: number; total: number }
  | { step: 'interrupted'; sentence: string; resume: () => void }
  | { step: 'reading' }
  | { step: 'ready'; result: R }
  | { step: 'failed'; sentence: string; isFinal: boolean };

/** A file that was chosen, until it is used or discarded. */
export interface QueuedFile<R> {
  key: number;
  name: string;
  bytes: number;
  /** The browser's data; missing for a file that was restored without it. */
  file?: File;
  state: FileState<R>;
}

/** A file that is ready already: how the service knows it, and what came of it. */
export interface ReadyFile<R> {
  id: string;
  name: string;
  bytes: number;
  file?: File;
  result: R;
}

/** The files that were chosen for one purpose; they are sent one after the other. */
export interface FileQueue<R> {
  files: Store<readonly QueuedFile<R>[]>;
  add(files: Iterable<File>): void;
  /** Puts back files that were taken. */
  restore(files: readonly ReadyFile<R>[]): void;
  /** Sends a file that failed again. */
  retry(key: number): void;
  /** Stops the upload of a file, and deletes what was sent of it. */
  discard(key: number): void;
  /** Forgets a file that is used. */
  forget(key: number): void;
}

interface FileQueueOptions<R> {
  upload(file: File, options: Omit<UploadOptions, 'api'>): Promise<R>;
  /** Deletes what was sent of a file. */
  remove(id: string): Promise<unknown>;
  /** Rejects with a Problem if a file cannot be sent; called before any of it is sent. */
  check?(file: File): Promise<void>;
  /** Why another file cannot be added to those in the queue, in a sentence; it can be tried again later. */
  refusal?(taken: readonly QueuedFile<R>[]): string | undefined;
}

/** Whether a file is neither ready nor failed yet. */
export const isUnderWay = <R>({ state }: QueuedFile<R>): boolean =>
  state.step !== 'ready' && state.step !== 'failed';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const OFFLINE = 'The connection is interrupted. The upload continues when it is back.';

/** Whether a queue has files that leaving the page would lose. */
const openQueues = new Set<() => boolean>();

window.addEventListener('beforeunload', (event) => {
  if ([...openQueues].some((isOpen) => isOpen())) event.preventDefault();
});

let keys = 0;

export function fileQueue<R>({ upload, remove, check, refusal }: FileQueueOptions<R>): FileQueue<R> {
  const files = store<readonly QueuedFile<R>[]>([]);
  /** The files that can be sent. */
  const checked = new Set<number>();
  const running = new Map<number, AbortController>();
  const uploadIds = new Map<number, string>();
  openQueues.add(() => files.get().some(({ state }) => state.step !== 'failed'));

  const setState = (key: number, state: FileState<R>) =>
    files.update((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
  const forget = (key: number) => {
    files.update((all) => all.filter((one) => one.key !== key));
    uploadIds.delete(key);
    checked.delete(key);
  };

  /** Lets a file wait for its turn, unless it cannot be sent. */
  async function admit(key: number, file: File): Promise<void> {
    const sentence = refusal?.(files.get().filter((one) => one.key !== key));
    if (sentence !== undefined) {
      setState(key, { step: 'failed', sentence, isFinal: false });
      return;
    }
    setState(key, { step: 'waiting' });
    try {
      await check?.(file);
    } catch (thrown) {
      setState(key, failed(thrown));
      return;
    }
    checked.add(key);
    next();
  }

  /** Starts the file that has waited longest, unless one is being sent. */
  function next(): void {
    const first = files.get().find(({ key, state }) => state.step === 'waiting' && checked.has(key));
    if (first?.file && running.size === 0) void send(first.key, first.file);
  }

  async function send(key: number, file: File): Promise<void> {
    const canceled = new AbortController();
    running.set(key, canceled);
    const { signal } = canceled;
    let failures = 0;
    let furthest = 0;
    try {
      const result = await upload(file, {
        signal,
        onBegun: (id) => void uploadIds.set(key, id),
        onSent(sent, total) {
          if (sent > furthest) failures = 0;
          furthest = Math.max(furthest, sent);
          setState(key, { step: 'sending', sent, total });
        },
        onReading: () => setState(key, { step: 'reading' }),
        onInterrupted: ({ message }) =>
          pause(backOffMs(failures++, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal, (resume) => {
            const sentence = message === UNREACHABLE ? OFFLINE : message;
            setState(key, { step: 'interrupted', sentence, resume });
          }),
      });
      setState(key, { step: 'ready', result });
    } catch (thrown) {
      if (signal.aborted) removeUpload(key);
      else setState(key, failed(thrown));
    } finally {
      running.delete(key);
      if (signal.aborted) forget(key);
      next();
    }
  }

  function removeUpload(key: number): void {
    const id = uploadIds.get(key);
    // Files that are not deleted now are deleted after a day.
    if (id !== undefined) void remove(id).catch(() => undefined);
  }

  return {
    files,
    add(added) {
      for (const file of added) {
        const { name, size: bytes } = file;
        const key = ++keys;
        files.update((all) => [...all, { key, name, bytes, file, state: { step: 'waiting' } }]);
        void admit(key, file);
      }
    },
    restore(ready) {
      for (const { id, result, ...known } of ready) {
        const key = ++keys;
        uploadIds.set(key, id);
        files.update((all) => [...all, { key, ...known, state: { step: 'ready', result } }]);
      }
    },
    retry(key) {
      const file = files.get().find((one) => one.key === key)?.file;
      removeUpload(key);
      if (file) void admit(key, file);
    },
    discard(key) {
      const controller = running.get(key);
      if (controller) controller.abort();
      else {
        removeUpload(key);
        forget(key);
      }
    },
    forget,
  };
}

const FINAL: ReadonlySet<string> = new Set([
  'uploads-not-configured',
  'attachments-off',
  'attachment-type-unsupported',
  'image-with-hidden-data',
  'image-too-large',
  'session-closed',
  'session-not-found',
]);

/** Another try helps neither a file that is refused nor a browser that cannot read it. */
function failed(thrown: unknown): { step: 'failed'; sentence: string; isFinal: boolean } {
  if (!(thrown instanceof Problem)) throw thrown;
  const isFinal = thrown.code.startsWith('file-') || FINAL.has(thrown.code);
  return { step: 'failed', sentence: thrown.message, isFinal };
}

/** Waits until the time is over, the connection is back, or `resume` is called; rejects when canceled. */
function pause(ms: number, signal: AbortSignal, begin: (resume: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resume, ms);
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
      signal.removeEventListener('abort', cancel);
    };
    function resume() {
      end();
      resolve();
    }
    function cancel() {
      end();
      reject(new Error('The upload was canceled.'));
    }
    window.addEventListener('online', resume);
    signal.addEventListener('abort', cancel);
    begin(resume);
  });
}
