import { adminApi } from '../../ui/admin-api.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { go, href } from '../../ui/router.ts';
import { invalidate } from '../../ui/live.ts';
import { assistantSent, type AssistantDraft } from './assistant-edit.ts';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

interface EvaluateProps {
  /** Of the assistant. */
  path: string;
  id: string;
  /** The form's values where they are not saved. */
  unsaved?: AssistantDraft | undefined;
}

/** The way to an assistant's evaluations, with unsaved changes or without. */
export function EvaluateCard({ path, id, unsaved }: EvaluateProps) {
  const action = useAction();
  const address = href(['settings', 'assistants', id, 'evaluate']);
  const test = (draft: AssistantDraft) =>
    action.run(async () => {
      await adminApi.send('PUT', `${path}/candidate`, assistantSent(draft));
      invalidate(`${path}/candidate`);
      go(address);
    });
  return (
    <Section id="evaluate" title="Evaluate">
      <p>Runs a question set and compares the answers before changes go live.</p>
      <div class="row">
        <a class="button" href={address}>
          Open evaluations
        </a>
        {unsaved && (
          <Button disabled={action.running} onClick={() => test(unsaved)}>
            Evaluate these changes
          </Button>
        )}
      </div>
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}
