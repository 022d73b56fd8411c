import { Upload } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AssistantDocument, DocumentReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { useStore } from '../../../ui/store.ts';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { fileQueue, type FileQueue } from '../../../ui/uploads/file-queue.ts';
import { FileList } from '../../../ui/uploads/file-list.tsx';
import { useFileDrop, takeFiles } from '../../../ui/uploads/chosen-files.ts';
import { showControlCharacters } from '../../../ui/visible.ts';
import { DocumentText, extentOf } from './document-text.tsx';
import { NewDocument } from './new-document.tsx';
import { uploadFile, type ReadFile } from './upload-file.ts';
import { Button } from '../../../ui/button.tsx';

/** The queues by the API path of the documents. They survive navigation, as unsaved edits do. */
const queues = new Map<string, FileQueue<ReadFile>>();

/** The selected files for one list of documents. */
function documentQueue(path: string): FileQueue<ReadFile> {
  const queue =
    queues.get(path) ??
    fileQueue<ReadFile>({
      upload: (file, options) => uploadFile(file, { ...options, api: adminApi }),
      remove: (id) => adminApi.send('DELETE', apiPath(`uploads/${id}`)),
    });
  queues.set(path, queue);
  return queue;
}

interface DocumentSetProps<D extends AssistantDocument> {
  /** The API path of the documents. */
  path: string;
  documents: readonly D[];
  /** The documents that a new one would replace. Default: all of the list. */
  taken?: readonly D[];
  /** Explains that saving replaces a document. */
  replacing: string;
  /** Shown if there are no documents. */
  none: string;
  /** Content next to a document's name. */
  mark?: (document: D) => ComponentChildren;
  actions: (document: D) => ComponentChildren;
  isReadable?: (document: D) => boolean;
  onChanged: () => Promise<void>;
}

/** The documents of an assistant or its draft, with files to add. */
export function DocumentSet<D extends AssistantDocument>(props: DocumentSetProps<D>) {
  const { path, documents, taken = documents, replacing, none, mark, actions, onChanged } = props;
  const { isReadable = () => true } = props;
  const queue = documentQueue(path);
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
                  <Button class="link" onClick={() => setReading(document.name)}>
                    <UntrustedText text={document.name} />
                  </Button>
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
      <FileList
        label="Files"
        {...{ queue, files }}
        ready={{
          reading: 'Reading…',
          fact: ({ document }) => `${extentOf(document)}. Not saved yet.`,
          summary: 'ready to review',
          discard: 'Discard',
          action: ({ key, name }) => (
            <Button onClick={() => setReviewing(key)}>
              Review<span class="unseen"> {name}</span>
            </Button>
          ),
        }}
      />
      <FileDrop onFiles={queue.add} />
      {reviewed?.state.step === 'ready' && (
        <NewDocument
          key={reviewed.key}
          {...{ path, replacing }}
          documents={taken}
          fileName={reviewed.name}
          read={reviewed.state.result}
          onSaved={() => saved(reviewed.key)}
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

  async function saved(key: number): Promise<void> {
    queue.forget(key);
    setReviewing(undefined);
    await onChanged();
  }
}

const ACCEPTED = '.pdf,.docx,.html,.htm,.md,.markdown,.txt';

/** The area for selecting or dropping files. */
function FileDrop({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const { isOver, onDrop } = useFileDrop(onFiles);
  return (
    <div class={isOver ? 'file-drop over' : 'file-drop'} {...onDrop}>
      <label class="button">
        <Icon svg={Upload} size={16} /> Add documents
        <input
          class="unseen"
          type="file"
          multiple
          accept={ACCEPTED}
          onChange={({ currentTarget }) => onFiles(takeFiles(currentTarget))}
        />
      </label>
      <p class="quiet">
        Or drop files here: PDF, Word (.docx), HTML, Markdown and plain text, up to 10 MB each.
      </p>
    </div>
  );
}

interface StoredDocumentProps {
  /** The document's API path. */
  path: string;
  name: string;
  onClose: () => void;
}

function StoredDocument({ path, name, onClose }: StoredDocumentProps) {
  const { data, problem, retry } = useLoaded(() => adminApi.get<DocumentReply>(`${path}/sections`), path);
  return (
    <Dialog title={showControlCharacters(name)} wide onClose={onClose}>
      {data && <DocumentText document={data.document} />}
      {!data && problem === undefined && <Bar width={30} />}
      <ErrorNotice sentence={problem} onRetry={retry} />
      <div class="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
