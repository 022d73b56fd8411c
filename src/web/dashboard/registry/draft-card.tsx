import type { Assistant, DraftReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { plural } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { forgetDraft } from '../draft.ts';
import { invalidate } from '../../ui/live.ts';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

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
  const publish = async () => {
    await adminApi.send('POST', `${path}/draft/publish`, undefined, { etag: draft.etag });
    forgetDraft(path);
  };
  const changed = changesOf(assistant, draft);
  return (
    <Section id="draft" title="Draft">
      <p>{changed.length === 0 ? 'No changes.' : `Changes: ${changed.join(', ')}.`}</p>
      {draft.outdated && (
        <p class="bad">
          The live assistant has changed since. Save the draft again from the assistant’s form.
        </p>
      )}
      <div class="row">
        <Button
          class="button primary"
          disabled={action.running || draft.outdated}
          onClick={() => act(publish)}
        >
          Publish
        </Button>
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
  const fields = [
    ['Name', assistant.name !== edit.name],
    ['Instructions', assistant.instructions !== edit.instructions],
    ['Greeting', assistant.greeting !== edit.greeting],
    ['Knowledge', JSON.stringify(assistant.knowledge) !== JSON.stringify(edit.knowledge)],
    ['Model', assistant.model !== edit.model],
    ['Handoff', assistant.handoff !== edit.handoff],
  ] as const;
  const changed = documents.filter(({ change }) => change !== 'none').length;
  return [
    ...fields.filter(([, isChanged]) => isChanged).map(([name]) => name),
    ...(changed > 0 ? [plural(changed, 'document')] : []),
  ];
}
