import type { Assistant, VersionsReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { ConfirmedButton } from '../../../ui/confirm.tsx';
import { plural } from '../../../ui/format.ts';
import { invalidate, useLive } from '../../../ui/live.ts';
import { apiPath } from '../../../ui/request.ts';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';

/** Earlier versions of an assistant. Each can be restored. */
export function VersionsCard({ path, assistant }: { path: string; assistant: Assistant }) {
  const live = useLive<VersionsReply>(`${path}/versions`);
  const { data } = live;
  if (!data) return <Loaded live={live} />;
  if (data.versions.length === 0) return null;
  const restore = async (id: string) => {
    await adminApi.send('POST', `${path}/versions/${id}/restore`, undefined, { etag: assistant.etag });
    invalidate(apiPath('assistants'));
  };
  return (
    <Section id="versions" title="Earlier versions">
      <ul class="documents">
        {data.versions.map(({ id, edit, documents, replacedAt }) => (
          <li key={id}>
            <UntrustedText text={edit.model === undefined ? edit.name : `${edit.name}, ${edit.model}`} />
            <span class="quiet">
              {plural(documents.length, 'document')}, replaced <Time at={replacedAt} as="ago" />
            </span>
            <ConfirmedButton
              label="Restore"
              class="link"
              title="Restore this version?"
              action="Restore version"
              run={() => restore(id)}
            >
              <p>The change applies immediately. The current version stays in this list.</p>
            </ConfirmedButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
