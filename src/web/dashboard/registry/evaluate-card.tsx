import { useState } from 'preact/hooks';
import { adminApi } from '../../ui/admin-api.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/request.ts';
import { go, href } from '../../ui/router.ts';
import { invalidate } from '../live.ts';
import { assistantSent, type AssistantDraft } from './assistant-edit.ts';

interface EvaluateProps {
  /** Of the assistant. */
  path: string;
  id: string;
  /** The form's values where they are not saved. */
  unsaved?: AssistantDraft | undefined;
}

/** The way to an assistant's evaluations, with unsaved changes or without. */
export function EvaluateCard({ path, id, unsaved }: EvaluateProps) {
  const [state, setState] = useState<{ running?: boolean; problem?: string }>({});
  const address = href(['settings', 'assistants', id, 'evaluate']);
  const test = async (draft: AssistantDraft) => {
    setState({ running: true });
    try {
      await adminApi.send('PUT', `${path}/candidate`, assistantSent(draft));
      invalidate(`${path}/candidate`);
      go(address);
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  return (
    <section class="card part" aria-labelledby="evaluate">
      <h2 id="evaluate">Evaluate</h2>
      <p>Asks a set of questions and compares the answers, before changes are live.</p>
      <div class="row">
        <a class="button" href={address}>
          Open evaluations
        </a>
        {unsaved && (
          <button type="button" class="button" disabled={state.running} onClick={() => void test(unsaved)}>
            Evaluate these changes
          </button>
        )}
      </div>
      <ErrorNotice sentence={state.problem} />
    </section>
  );
}
