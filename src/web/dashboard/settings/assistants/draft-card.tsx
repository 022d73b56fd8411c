import type { Assistant, DraftReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { plural } from '../../../ui/format.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath } from '../../../ui/request.ts';
import { forgetDraft } from '../../parts/draft.ts';
import { invalidate } from '../../../ui/live.ts';
import { Section } from '../../parts/section.tsx';
import { changedFields, DraftConflicts } from './draft-conflicts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/button.tsx';

interface DraftProps {
  /** The assistant's API path. */
  path: string;
  assistant: Assistant;
  draft: DraftReply['draft'];
}

/** The draft of an assistant: its changes and publishing. */
export function DraftCard({ path, assistant, draft }: DraftProps) {
  const action = useAction();
  const act = async (work: () => Promise<unknown>) => {
    await action.run(work);
    invalidate(apiPath('assistants'));
  };
  const { conflicts } = draft;
  const isConflict = conflicts.profile || conflicts.documents.length > 0;
  const publish = async (query: string) => {
    await adminApi.send('POST', `${path}/draft/publish${query}`, undefined, { etag: draft.etag });
    forgetDraft(path);
  };
  const changed = changesOf(assistant, draft);
  return (
    <Section id="draft" title="Draft">
      <p>{changed.length === 0 ? 'No changes.' : `Changes: ${changed.join(', ')}.`}</p>
      {isConflict && (
        <DraftConflicts
          {...{ path, assistant, draft }}
          disabled={action.running}
          onOverwrite={() => void act(() => publish('?overwrite=true'))}
          onUseLive={(name) =>
            void act(() =>
              adminApi.send('DELETE', `${path}/draft/documents/${encodeURIComponent(name)}/change`),
            )
          }
        />
      )}
      <div class="row">
        {!isConflict && (
          <Button class="button primary" disabled={action.running} onClick={() => act(() => publish(''))}>
            Publish
          </Button>
        )}
        <Button disabled={action.running} onClick={() => act(() => adminApi.send('DELETE', `${path}/draft`))}>
          Discard
        </Button>
      </div>
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}

/** Describes the differences from the live assistant. */
function changesOf(assistant: Assistant, { edit, documents }: DraftProps['draft']): string[] {
  const changed = documents.filter(({ change }) => change !== 'none').length;
  return [
    ...changedFields(assistant, edit).map(({ label }) => label),
    ...(changed > 0 ? [plural(changed, 'document')] : []),
  ];
}
