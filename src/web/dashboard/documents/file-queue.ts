import { adminApi } from '../../ui/admin-api.ts';
import { apiPath, backOffMs, Problem, UNREACHABLE } from '../../ui/request.ts';
import { store, type Store } from '../../ui/store.ts';
import { uploadFile, type ReadFile } from './upload-file.ts';

/** How far a chosen file has come. */
export type FileState =
  | { step: 'waiting' }
  | { step: 'sending'; sent: number }
  | { step: 'interrupted'; sentence: string; resume: () => void }
  | { step: 'reading' }
  | { step: 'ready'; read: ReadFile }
  | { step: 'failed'; sentence: string; isFinal: boolean };

/** A file that was chosen, until it is saved or discarded. */
export interface QueuedFile {
  key: number;
  file: File;
  state: FileState;
}

/** The files that were chosen for one list of documents; they are sent one after the other. */
export interface FileQueue {
  files: Store<readonly QueuedFile[]>;
  add(files: Iterable<File>): void;
  /** Sends a file that failed again. */
  retry(key: number): void;
  /** Stops the upload of a file, and deletes what was sent of it. */
  discard(key: number): void;
  /** Forgets a file that is saved. */
  saved(key: number): void;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const OFFLINE = 'The connection is interrupted. The upload continues when it is back.';

/** Of each list, by its path. They survive navigation, as unsaved edits do. */
const queues = new Map<string, FileQueue>();

window.addEventListener('beforeunload', (event) => {
  const open = [...queues.values()].flatMap(({ files }) => files.get());
  if (open.some(({ state }) => state.step !== 'failed')) event.preventDefault();
});

export function fileQueue(path: string): FileQueue {
  const queue = queues.get(path) ?? newQueue();
  queues.set(path, queue);
  return queue;
}

let keys = 0;

function newQueue(): FileQueue {
  const files = store<readonly QueuedFile[]>([]);
  const running = new Map<number, AbortController>();
  const uploadIds = new Map<number, string>();

  const setState = (key: number, state: FileState) =>
    files.update((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
  const forget = (key: number) => {
    files.update((all) => all.filter((one) => one.key !== key));
    uploadIds.delete(key);
  };

  /** Starts the file that has waited longest, unless one is being sent. */
  function next(): void {
    const first = files.get().find(({ state }) => state.step === 'waiting');
    if (first && running.size === 0) void send(first);
  }

  async function send({ key, file }: QueuedFile): Promise<void> {
    const canceled = new AbortController();
    running.set(key, canceled);
    const { signal } = canceled;
    let failures = 0;
    let furthest = 0;
    try {
      const read = await uploadFile(file, {
        api: adminApi,
        signal,
        onBegun: (id) => void uploadIds.set(key, id),
        onSent(sent) {
          if (sent > furthest) failures = 0;
          furthest = Math.max(furthest, sent);
          setState(key, { step: 'sending', sent });
        },
        onReading: () => setState(key, { step: 'reading' }),
        onInterrupted: ({ message }) =>
          pause(backOffMs(failures++, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal, (resume) => {
            const sentence = message === UNREACHABLE ? OFFLINE : message;
            setState(key, { step: 'interrupted', sentence, resume });
          }),
      });
      setState(key, { step: 'ready', read });
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
    // What is not deleted now is deleted after a day.
    if (id !== undefined) void adminApi.send('DELETE', apiPath(`uploads/${id}`)).catch(() => undefined);
  }

  return {
    files,
    add(chosen) {
      const waiting = Array.from(chosen, (file) => ({
        key: ++keys,
        file,
        state: { step: 'waiting' } as const,
      }));
      files.update((all) => [...all, ...waiting]);
      next();
    },
    retry(key) {
      removeUpload(key);
      setState(key, { step: 'waiting' });
      next();
    },
    discard(key) {
      const controller = running.get(key);
      if (controller) controller.abort();
      else {
        removeUpload(key);
        forget(key);
      }
    },
    saved: forget,
  };
}

/** Another try helps neither a file that is refused nor a browser that cannot read it. */
function failed(thrown: unknown): FileState {
  if (!(thrown instanceof Problem)) throw thrown;
  const isFinal = thrown.code.startsWith('file-') || thrown.code === 'uploads-not-configured';
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
