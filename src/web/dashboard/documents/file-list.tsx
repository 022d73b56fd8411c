import { formatBytes, plural } from '../../ui/format.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { extentOf } from './document-text.tsx';
import type { FileQueue, FileState, QueuedFile } from './file-queue.ts';

interface FileListProps {
  queue: FileQueue;
  files: readonly QueuedFile[];
  onReview: (file: QueuedFile) => void;
}

/** The files that are to become documents. */
export function FileList({ queue, files, onReview }: FileListProps) {
  return (
    <>
      <p class="unseen" role="status">
        {summaryOf(files)}
      </p>
      {files.length > 0 && (
        <ul class="files" aria-label="Files">
          {files.map((one) => (
            <li key={one.key}>
              <UntrustedText text={one.file.name} />
              <Progress file={one.file} state={one.state} />
              <Actions {...{ queue, one, onReview }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Progress({ file, state }: { file: File; state: FileState }) {
  const size = formatBytes(file.size);
  switch (state.step) {
    case 'waiting':
      return <span class="quiet">Waiting, {size}</span>;
    case 'sending':
      return (
        <span class="quiet sending">
          <progress max={file.size} value={state.sent} aria-label={`Upload of ${file.name}`} />
          {formatBytes(state.sent)} of {size}
        </span>
      );
    case 'interrupted':
      return (
        <span class="wait" role="alert">
          {state.sentence}
        </span>
      );
    case 'reading':
      return <span class="quiet">Reading…</span>;
    case 'ready':
      return <span class="quiet">{extentOf(state.read.document)}. Not saved yet.</span>;
    case 'failed':
      return (
        <span class="bad" role="alert">
          {state.sentence}
        </span>
      );
  }
}

function Actions({ queue, one, onReview }: Omit<FileListProps, 'files'> & { one: QueuedFile }) {
  const { key, file, state } = one;
  const unseen = <span class="unseen"> {file.name}</span>;
  const discard = (word: string) => (
    <button type="button" class="link" onClick={() => queue.discard(key)}>
      {word}
      {unseen}
    </button>
  );
  return (
    <span class="file-actions">
      {state.step === 'interrupted' && (
        <button type="button" class="link" onClick={state.resume}>
          Continue now{unseen}
        </button>
      )}
      {state.step === 'failed' && !state.isFinal && (
        <button type="button" class="link" onClick={() => queue.retry(key)}>
          Try again{unseen}
        </button>
      )}
      {state.step === 'ready' && (
        <button type="button" class="button" onClick={() => onReview(one)}>
          Review{unseen}
        </button>
      )}
      {state.step === 'failed' && discard('Dismiss')}
      {state.step === 'ready' && discard('Discard')}
      {state.step !== 'failed' && state.step !== 'ready' && discard('Cancel')}
    </span>
  );
}

/** What a screen reader is told as files come forward. */
function summaryOf(files: readonly QueuedFile[]): string {
  const ready = files.filter(({ state }) => state.step === 'ready').length;
  const uploading = files.filter(({ state }) => state.step !== 'ready' && state.step !== 'failed').length;
  return [
    ...(uploading > 0 ? [`${plural(uploading, 'file')} uploading`] : []),
    ...(ready > 0 ? [`${plural(ready, 'file')} ready to review`] : []),
  ].join(', ');
}
