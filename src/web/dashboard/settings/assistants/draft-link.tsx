import { adminApi } from '../../../ui/admin-api.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { go, href } from '../../../ui/router.ts';
import { invalidate } from '../../../ui/live.ts';
import { assistantRequest, type AssistantDraft } from './assistant-edit.ts';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/button.tsx';

interface DraftLinkProps {
  /** The assistant's API path. */
  path: string;
  id: string;
  /** The form's values if they have unsaved changes. */
  unsaved?: AssistantDraft | undefined;
}

/** A link to an assistant's draft and tests. Unsaved changes are saved as the draft. */
export function DraftLink({ path, id, unsaved }: DraftLinkProps) {
  const action = useAction();
  const address = href(['settings', 'assistants', id, 'draft']);
  const save = (draft: AssistantDraft) =>
    action.run(async () => {
      await adminApi.send('PUT', `${path}/draft`, assistantRequest(draft));
      invalidate(`${path}/draft`);
      go(address);
    });
  return (
    <Section id="draft-link" title="Draft and tests">
      <p>A draft is changed and tested before visitors get it. Earlier versions can be restored.</p>
      <div class="row">
        <a class="button" href={address}>
          Open draft and tests
        </a>
        {unsaved && (
          <Button disabled={action.running} onClick={() => save(unsaved)}>
            Save as draft
          </Button>
        )}
      </div>
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}
