import { useState } from 'preact/hooks';
import type { Assistant } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DocumentSet } from './document-set.tsx';

interface LiveDocumentsProps {
  /** Of the assistant. */
  path: string;
  assistant: Assistant;
  refresh: () => Promise<void>;
}

/** The uploaded documents of an assistant. Changes take effect at once, independent of its form. */
export function LiveDocuments({ path, assistant, refresh }: LiveDocumentsProps) {
  const [removing, setRemoving] = useState<string>();
  const documents = `${path}/documents`;
  return (
    <section class="card part" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <p class="quiet">Visitors get a document as soon as it is added.</p>
      <DocumentSet
        path={documents}
        documents={assistant.documents}
        replacing="Replacing it takes effect at once."
        none="No documents. The assistant cannot answer questions about your business yet."
        actions={({ name }) => (
          <button type="button" class="link" onClick={() => setRemoving(name)}>
            Remove<span class="unseen"> {name}</span>
          </button>
        )}
        onChanged={refresh}
      />
      {removing !== undefined && (
        <Confirm
          title="Remove this document?"
          action="Remove document"
          run={async () => {
            await adminApi.send('DELETE', `${documents}/${encodeURIComponent(removing)}`);
            await refresh();
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            <UntrustedText text={removing} /> is deleted permanently, and the assistant no longer uses it.
          </p>
        </Confirm>
      )}
    </section>
  );
}
