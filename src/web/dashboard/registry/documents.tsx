import { useState } from 'preact/hooks';
import type { Assistant } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { sentenceOf, Problem } from '../../ui/request.ts';
import { plural } from '../../ui/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';

interface DocumentsProps {
  /** Of the assistant. */
  path: string;
  assistant: Assistant;
  refresh: () => Promise<void>;
}

/** The uploaded documents of one assistant. Uploads take effect at once, independent of the form. */
export function Documents({ path, assistant, refresh }: DocumentsProps) {
  const [uploading, setUploading] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<string>();
  const address = (name: string) => `${path}/documents/${encodeURIComponent(name)}`;

  const upload = async (input: HTMLInputElement) => {
    const failed: string[] = [];
    for (const file of input.files ?? []) {
      setUploading(file.name);
      try {
        await adminApi.send('PUT', address(file.name), { markdown: await file.text() });
      } catch (thrown) {
        failed.push(`${file.name}: ${refusalOf(thrown)}`);
      }
    }
    // Allows choosing the same file again after it was changed.
    input.value = '';
    await refresh();
    setProblems(failed);
    setUploading('');
  };
  const remove = async (name: string) => {
    await adminApi.send('DELETE', address(name));
    await refresh();
  };

  return (
    <>
      <p class="quiet">Markdown files of up to 50,000 characters. A file with the same name is replaced.</p>
      {assistant.documents.length === 0 ? (
        <p class="none">No documents. The assistant cannot answer questions about your business yet.</p>
      ) : (
        <ul class="documents">
          {assistant.documents.map(({ name, characters, updatedAt }) => (
            <li key={name}>
              <a href={address(name)} target="_blank" rel="noopener">
                <UntrustedText text={name} />
              </a>
              <span class="quiet">
                {plural(characters, 'character')}, <Time at={updatedAt} as="ago" />
              </span>
              <button type="button" class="link" onClick={() => setRemoving(name)}>
                Remove<span class="unseen"> {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <label class="button">
          Add documents
          <input
            class="unseen"
            type="file"
            multiple
            accept=".md,.markdown,.txt"
            disabled={uploading !== ''}
            onChange={({ currentTarget }) => void upload(currentTarget)}
          />
        </label>
        <p class="quiet" role="status">
          {uploading !== '' && (
            <>
              Adding <UntrustedText text={uploading} />
            </>
          )}
        </p>
      </div>
      {problems.length > 0 && (
        <ul class="bad plain" role="alert">
          {problems.map((problem) => (
            <li key={problem}>
              <UntrustedText text={problem} />
            </li>
          ))}
        </ul>
      )}
      {removing !== undefined && (
        <Confirm
          title="Remove this document?"
          action="Remove document"
          run={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            <UntrustedText text={removing} /> is deleted permanently, and the assistant no longer uses it.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** The problem with one file: the service's message, after its name. */
const refusalOf = (thrown: unknown): string =>
  (thrown instanceof Problem ? thrown.details.issues?.map(({ message }) => message).join(', ') : undefined) ??
  sentenceOf(thrown);
