import { backOffMs, Problem, UNREACHABLE } from '../request.ts';
import { store, type Store } from '../store.ts';
import type { UploadOptions } from './send-blocks.ts';

/** The state of a selected file. `R` is the result of its upload. */
type FileState<R> =
  | { step: 'waiting' }
  | { step: 'sending'; sent: number; total: number }
  | { step: 'interrupted'; sentence: string; resume: () => void }
  | { step: 'reading' }
  | { step: 'ready'; result: R }
  | { step: 'failed'; sentence: string; isFinal: boolean };

/** A selected file, until it is used or discarded. */
export interface QueuedFile<R> {
  key: number;
  name: string;
  bytes: number;
  /** The local file; missing if it was restored. */
  file?: File;
  state: FileState<R>;
}

/** An uploaded file, with its id at the service and its result. */
interface ReadyFile<R> {
  id: string;
  name: string;
  bytes: number;
  file?: File;
  result: R;
}

/** The files that were selected for one purpose. They are sent one after the other. */
export interface FileQueue<R> {
  files: Store<readonly QueuedFile<R>[]>;
  add(files: Iterable<File>): void;
  /** Restores uploaded files. */
  restore(files: readonly ReadyFile<R>[]): void;
  /** Sends a failed file again. */
  retry(key: number): void;
  /** Cancels an upload and deletes the sent part. */
  discard(key: number): void;
  /** Removes a file that was used. */
  forget(key: number): void;
}

interface FileQueueOptions<R> {
  upload(file: File, options: Omit<UploadOptions, 'api'>): Promise<R>;
  /** Deletes an upload at the service. */
  remove(id: string): Promise<unknown>;
  /** Rejects with a Problem if a file cannot be sent. Called before sending. */
  check?(file: File): Promise<void>;
  /** A sentence that explains why no more files can be added; undefined if they can. */
  refusal?(taken: readonly QueuedFile<R>[]): string | undefined;
}

/** Whether an upload is neither ready nor failed. */
export const isUnderWay = <R>({ state }: QueuedFile<R>): boolean =>
  state.step !== 'ready' && state.step !== 'failed';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const OFFLINE = 'The connection is interrupted. The upload continues when it is back.';

/** For each queue, whether it has files that would be lost when the page is closed. */
const openQueues = new Set<() => boolean>();

window.addEventListener('beforeunload', (event) => {
  if ([...openQueues].some((isOpen) => isOpen())) event.preventDefault();
});

let keys = 0;

export function fileQueue<R>({ upload, remove, check, refusal }: FileQueueOptions<R>): FileQueue<R> {
  const files = store<readonly QueuedFile<R>[]>([]);
  /** The keys of files that passed `check`. */
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

  /** Checks a file and queues it. */
  async function enqueue(key: number, file: File): Promise<void> {
    const sentence = refusal?.(files.get().filter((one) => one.key !== key));
    if (sentence !== undefined) {
      setState(key, { step: 'failed', sentence, isFinal: false });
      return;
    }
    setState(key, { step: 'waiting' });
    try {
      await check?.(file);
    } catch (thrown) {
      setState(key, failedState(thrown));
      return;
    }
    checked.add(key);
    next();
  }

  /** Starts the next file, unless one is being sent. */
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
      else setState(key, failedState(thrown));
    } finally {
      running.delete(key);
      if (signal.aborted) forget(key);
      next();
    }
  }

  function removeUpload(key: number): void {
    const id = uploadIds.get(key);
    // Files that cannot be deleted now are deleted after a day.
    if (id !== undefined) void remove(id).catch(() => undefined);
  }

  return {
    files,
    add(added) {
      for (const file of added) {
        const { name, size: bytes } = file;
        const key = ++keys;
        files.update((all) => [...all, { key, name, bytes, file, state: { step: 'waiting' } }]);
        void enqueue(key, file);
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
      if (file) void enqueue(key, file);
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
  'image-damaged',
  'image-too-large',
  'session-closed',
  'session-not-found',
]);

/** The failed state. Retries are pointless if the file was refused or cannot be read. */
function failedState(thrown: unknown): { step: 'failed'; sentence: string; isFinal: boolean } {
  if (!(thrown instanceof Problem)) throw thrown;
  const isFinal = thrown.code.startsWith('file-') || FINAL.has(thrown.code);
  return { step: 'failed', sentence: thrown.message, isFinal };
}

/** Waits until the time has passed, the connection is back, or `resume` is called. Rejects if canceled. */
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
