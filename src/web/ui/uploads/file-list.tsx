import type { ComponentChildren } from 'preact';
import { formatBytes, plural } from '../format.ts';
import { UntrustedText } from '../untrusted-text.tsx';
import { isUnderWay, type FileQueue, type QueuedFile } from './file-queue.ts';
import { Button } from '../button.tsx';

/** The texts for files of one purpose. */
interface ReadyWords<R> {
  /** Shown while the service reads the content. */
  reading: string;
  /** Returns the text next to the name of a file that is ready. */
  fact: (result: R) => string;
  /** Follows the number of ready files, for screen readers: `ready to review`. */
  summary: string;
  /** The label of the button that deletes the file. */
  discard: string;
  /** An additional action on the file. */
  action?: (file: QueuedFile<R>) => ComponentChildren;
}

interface FileListProps<R> {
  label: string;
  queue: FileQueue<R>;
  files: readonly QueuedFile<R>[];
  ready: ReadyWords<R>;
  /** Content before the name. */
  preview?: (file: QueuedFile<R>) => ComponentChildren;
}

/** The files of a queue with their progress and actions. */
export function FileList<R>({ label, queue, files, ready, preview }: FileListProps<R>) {
  return (
    <>
      <p class="unseen" role="status">
        {summaryOf(files, ready.summary)}
      </p>
      {files.length > 0 && (
        <ul class="files" aria-label={label}>
          {files.map((one) => (
            <li key={one.key}>
              {preview?.(one)}
              <UntrustedText text={one.name} />
              <Progress {...{ one, ready }} />
              <Actions {...{ queue, one, ready }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Progress<R>({ one, ready }: Pick<FileListProps<R>, 'ready'> & { one: QueuedFile<R> }) {
  const { name, bytes, state } = one;
  switch (state.step) {
    case 'waiting':
      return <span class="quiet">Waiting, {formatBytes(bytes)}</span>;
    case 'sending':
      return (
        <span class="quiet file-progress">
          <progress max={state.total} value={state.sent} aria-label={`Upload of ${name}`} />
          {formatBytes(state.sent)} of {formatBytes(state.total)}
        </span>
      );
    case 'interrupted':
      return (
        <span class="wait" role="alert">
          {state.sentence}
        </span>
      );
    case 'reading':
      return <span class="quiet">{ready.reading}</span>;
    case 'ready':
      return <span class="quiet">{ready.fact(state.result)}</span>;
    case 'failed':
      return (
        <span class="bad" role="alert">
          {state.sentence}
        </span>
      );
  }
}

function Actions<R>({
  queue,
  one,
  ready,
}: Pick<FileListProps<R>, 'queue' | 'ready'> & { one: QueuedFile<R> }) {
  const { key, name, state } = one;
  const unseen = <span class="unseen"> {name}</span>;
  const discard = (word: string) => (
    <Button class="link" onClick={() => queue.discard(key)}>
      {word}
      {unseen}
    </Button>
  );
  return (
    <span class="file-actions">
      {state.step === 'interrupted' && (
        <Button class="link" onClick={state.resume}>
          Continue now{unseen}
        </Button>
      )}
      {state.step === 'failed' && !state.isFinal && (
        <Button class="link" onClick={() => queue.retry(key)}>
          Try again{unseen}
        </Button>
      )}
      {state.step === 'ready' && ready.action?.(one)}
      {state.step === 'failed' && discard('Dismiss')}
      {state.step === 'ready' && discard(ready.discard)}
      {state.step !== 'failed' && state.step !== 'ready' && discard('Cancel')}
    </span>
  );
}

/** The summary for screen readers. */
function summaryOf<R>(files: readonly QueuedFile<R>[], readyWords: string): string {
  const ready = files.filter(({ state }) => state.step === 'ready').length;
  const uploading = files.filter(isUnderWay).length;
  return [
    ...(uploading > 0 ? [`${plural(uploading, 'file')} uploading`] : []),
    ...(ready > 0 ? [`${plural(ready, 'file')} ${readyWords}`] : []),
  ].join(', ');
}
