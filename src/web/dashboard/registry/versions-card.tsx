import { useState } from 'preact/hooks';
import type { Assistant, VersionsReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { plural } from '../../ui/format.ts';
import { apiPath } from '../../ui/request.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { invalidate, useLive } from '../live.ts';

/** The earlier versions of an assistant, each of which can be live again. */
export function VersionsCard({ path, assistant }: { path: string; assistant: Assistant }) {
  const { data } = useLive<VersionsReply>(`${path}/versions`);
  const [restoring, setRestoring] = useState<string>();
  if (!data || data.versions.length === 0) return null;
  const restore = async () => {
    await adminApi.send('POST', `${path}/versions/${restoring ?? ''}/restore`, undefined, {
      etag: assistant.etag,
    });
    invalidate(apiPath('assistants'));
  };
  return (
    <section class="card part" aria-labelledby="versions">
      <h2 id="versions">Earlier versions</h2>
      <ul class="documents">
        {data.versions.map(({ id, edit, documents, replacedAt }) => (
          <li key={id}>
            <UntrustedText text={edit.model === undefined ? edit.name : `${edit.name}, ${edit.model}`} />
            <span class="quiet">
              {plural(documents.length, 'document')}, replaced <Time at={replacedAt} as="ago" />
            </span>
            <button type="button" class="link" onClick={() => setRestoring(id)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
      {restoring !== undefined && (
        <Confirm
          title="Restore this version?"
          action="Restore version"
          run={restore}
          onClose={() => setRestoring(undefined)}
        >
          <p>Visitors get it at once. The current version stays in this list.</p>
        </Confirm>
      )}
    </section>
  );
}
