import type { Assistant, AssistantReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath } from '../../ui/request.ts';
import { invalidate, setAnswer } from '../../ui/live.ts';
import { formatShare } from '../../ui/format.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { assistantSaved } from './assistant-edit.ts';
import { DraftLink } from './draft-link.tsx';
import { TryOut } from './try-out.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

/** The assistant of the settings: read-only here, but it can be chosen as the default. */
export function BuiltIn({ path, assistant }: { path: string; assistant: Assistant }) {
  const action = useAction();
  const { edit } = assistantSaved(assistant);
  const { knowledge, instructions, checkedPercent = 0, isDefault } = assistant;
  const choose = () =>
    action.run(async () => {
      const reply = await adminApi.send<AssistantReply>('PUT', path, { isDefault: true });
      invalidate(apiPath('assistants'));
      setAnswer(path, reply);
    });
  return (
    <div class="editor">
      <div class="edited">
        <Section id="built-in" title="Built-in assistant">
          <p class="quiet">
            Its name, instructions, knowledge and checked answers are set with the environment variables{' '}
            <code>ASSISTANT_NAME</code>, <code>ASSISTANT_INSTRUCTIONS</code>, <code>KNOWLEDGE_DIR</code> and{' '}
            <code>ASSISTANT_CHECKED_PERCENT</code>.
          </p>
          <h3>Instructions</h3>
          <p class="instructions">
            <UntrustedText text={instructions} />
          </p>
          <h3>Knowledge</h3>
          <p>{knowledge.kind === 'folder' ? 'Knowledge folder' : 'Uploaded documents'}</p>
          <h3>Checked answers</h3>
          <p>{checkedPercent === 0 ? 'None' : formatShare(checkedPercent / 100)}</p>
          {isDefault ? (
            <p class="quiet">This is the default assistant.</p>
          ) : (
            <div class="row">
              <Button disabled={action.running} onClick={choose}>
                Set as default
              </Button>
            </div>
          )}
          <ErrorNotice sentence={action.problem} />
        </Section>
        <DraftLink path={path} id={assistant.id} />
      </div>
      <TryOut draft={edit} id={assistant.id} hint="Nothing is stored." />
    </div>
  );
}
