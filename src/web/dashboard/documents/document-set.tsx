import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AssistantDocument } from '../../../wire/assistants.ts';
import { plural } from '../../ui/format.ts';
import { useStore } from '../../ui/store.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FileDrop } from './file-drop.tsx';
import { FileList } from './file-list.tsx';
import { fileQueue, type QueuedFile } from './file-queue.ts';
import { NewDocument } from './new-document.tsx';
import { StoredDocument } from './stored-document.tsx';

interface DocumentSetProps<D extends AssistantDocument> {
  /** Of the documents. */
  path: string;
  documents: readonly D[];
  /** Names that a new document would replace; default: all. */
  taken?: readonly D[];
  /** What happens when a document is replaced. */
  replacing: string;
  /** Why there is none, and what that means. */
  none: string;
  /** Beside the name of a document. */
  mark?: (document: D) => ComponentChildren;
  /** What can be done with a document. */
  actions: (document: D) => ComponentChildren;
  isReadable?: (document: D) => boolean;
  onChanged: () => Promise<void>;
}

/** The documents of an assistant, or of its changes; and files that are to become some. */
export function DocumentSet<D extends AssistantDocument>(props: DocumentSetProps<D>) {
  const { path, documents, taken = documents, replacing, none, mark, actions, onChanged } = props;
  const { isReadable = () => true } = props;
  const queue = fileQueue(path);
  const files = useStore(queue.files);
  const [reviewing, setReviewing] = useState<number>();
  const [reading, setReading] = useState<string>();
  const reviewed = files.find(({ key }) => key === reviewing);
  return (
    <>
      {documents.length === 0 ? (
        <p class="none">{none}</p>
      ) : (
        <ul class="documents" aria-label="Documents">
          {documents.map((document) => (
            <li key={document.name}>
              <span>
                {isReadable(document) ? (
                  <button type="button" class="link" onClick={() => setReading(document.name)}>
                    <UntrustedText text={document.name} />
                  </button>
                ) : (
                  <UntrustedText text={document.name} />
                )}
                {mark?.(document)}
              </span>
              <span class="quiet">
                {plural(document.characters, 'character')}, <Time at={document.updatedAt} as="ago" />
              </span>
              {actions(document)}
            </li>
          ))}
        </ul>
      )}
      <FileList {...{ queue, files }} onReview={({ key }) => setReviewing(key)} />
      <FileDrop onFiles={queue.add} />
      {reviewed?.state.step === 'ready' && (
        <NewDocument
          key={reviewed.key}
          {...{ path, replacing }}
          documents={taken}
          fileName={reviewed.file.name}
          read={reviewed.state.read}
          onSaved={() => saved(reviewed)}
          onClose={() => setReviewing(undefined)}
        />
      )}
      {reading !== undefined && (
        <StoredDocument
          name={reading}
          path={`${path}/${encodeURIComponent(reading)}`}
          onClose={() => setReading(undefined)}
        />
      )}
    </>
  );

  async function saved({ key }: QueuedFile): Promise<void> {
    queue.saved(key);
    setReviewing(undefined);
    await onChanged();
  }
}
