import { useState } from 'preact/hooks';
import type { Assistant, AssistantReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { invalidate, setAnswer } from '../live.ts';
import { formatShare } from '../../ui/format.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { assistantSaved } from './assistant-edit.ts';
import { EvaluateCard } from './evaluate-card.tsx';
import { TryOut } from './try-out.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** The assistant of the settings: read-only here, but it can be chosen as the default. */
export function BuiltIn({ path, assistant }: { path: string; assistant: Assistant }) {
  const [state, setState] = useState<{ running?: boolean; problem?: string }>({});
  const { edit } = assistantSaved(assistant);
  const { knowledge, instructions, checkedPercent = 0, isDefault } = assistant;
  const choose = async () => {
    setState({ running: true });
    try {
      const reply = await adminApi.send<AssistantReply>('PUT', path, { isDefault: true });
      invalidate(apiPath('assistants'));
      setAnswer(path, reply);
      setState({});
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  return (
    <div class="editor">
      <div class="edited">
        <section class="card part" aria-labelledby="built-in">
          <h2 id="built-in">Built-in assistant</h2>
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
              <button type="button" class="button" disabled={state.running} onClick={() => void choose()}>
                Set as default
              </button>
            </div>
          )}
          <ErrorNotice sentence={state.problem} />
        </section>
        <EvaluateCard path={path} id={assistant.id} />
      </div>
      <TryOut draft={edit} id={assistant.id} hint="Nothing is stored." />
    </div>
  );
}
