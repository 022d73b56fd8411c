import type { Assistant, CandidateReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { plural } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { forgetDraft } from '../draft.ts';
import { invalidate } from '../../ui/live.ts';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

interface CandidateProps {
  /** Of the assistant. */
  path: string;
  assistant: Assistant;
  candidate: CandidateReply['candidate'];
}

/** The changes of an assistant that are not live, with what is done with them after an evaluation. */
export function CandidateCard({ path, assistant, candidate }: CandidateProps) {
  const action = useAction();
  const act = async (work: () => Promise<unknown>) => {
    await action.run(work);
    invalidate(apiPath('assistants'));
  };
  const publish = async () => {
    await adminApi.send('POST', `${path}/candidate/publish`, undefined, { etag: candidate.etag });
    forgetDraft(path);
  };
  const changed = changesOf(assistant, candidate);
  return (
    <Section id="candidate" title="Changes not live">
      <p>{changed.length === 0 ? 'No changes.' : `${changed.join(', ')}. Not live yet.`}</p>
      {candidate.outdated && (
        <p class="bad">
          The assistant has changed since. Evaluate your changes again from the assistant’s form.
        </p>
      )}
      <div class="row">
        {!assistant.builtIn && (
          <Button
            class="button primary"
            disabled={action.running || candidate.outdated}
            onClick={() => act(publish)}
          >
            Publish
          </Button>
        )}
        <Button
          disabled={action.running}
          onClick={() => act(() => adminApi.send('DELETE', `${path}/candidate`))}
        >
          Discard
        </Button>
      </div>
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}

/** What differs from the live assistant, in words. */
function changesOf(assistant: Assistant, { edit, documents }: CandidateProps['candidate']): string[] {
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
