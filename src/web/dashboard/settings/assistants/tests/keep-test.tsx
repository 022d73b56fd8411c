import { useMemo, useState } from 'preact/hooks';
import type { RecordedAnswer, TestTurn } from '../../../../../assistants/records/assistant-test.ts';
import type { AssistantsReply } from '../../../../../assistants/wire/assistants.ts';
import type { TestReply } from '../../../../../assistants/wire/assistant-tests.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Issues, SelectField, TextField } from '../../../../ui/field.tsx';
import { plural } from '../../../../ui/format.ts';
import { invalidate, useLive } from '../../../../ui/live.ts';
import { ErrorNotice } from '../../../../ui/notice.tsx';
import { Problem } from '../../../../ui/request.ts';
import { href } from '../../../../ui/router.ts';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../../ui/visible.ts';
import { ASSISTANTS_PATH, testsPath } from '../../../addresses.ts';
import { answeringAssistant } from '../answering.ts';

interface KeepTestProps {
  /** The conversation up to the visitor's question. */
  turns: readonly TestTurn[];
  /** The given answer, as the initial value. */
  answer: string;
  /** The results of the answer's actions. */
  recorded: readonly RecordedAnswer[];
  /** The assistant of the conversation; undefined for the default. */
  assistantId: string | undefined;
  onClose: () => void;
}

interface State {
  saving?: boolean;
  kept?: boolean;
  problem?: Problem;
  saves: number;
}

/** Saves a question with its expected answer as a test. */
export function KeepTest({ turns, answer, recorded, assistantId, onClose }: KeepTestProps) {
  const { data } = useLive<AssistantsReply>(ASSISTANTS_PATH);
  const [chosen, setChosen] = useState<string>();
  const [expected, setExpected] = useState(answer);
  const [{ saving = false, kept = false, problem, saves }, setState] = useState<State>({ saves: 0 });
  const issues = issuesOf(problem);
  const given = useMemo(() => ({ issues, saves, onCorrected: () => undefined }), [problem, saves]);
  const target = answeringAssistant(data, chosen ?? assistantId)?.id ?? 'default';
  const keep = async () => {
    setState({ saving: true, saves: saves + 1 });
    try {
      const test = { turns, expected, ...(recorded.length > 0 && { recorded }) };
      await adminApi.send<TestReply>('POST', testsPath(target), test);
      invalidate(testsPath(target));
      setState({ kept: true, saves });
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setState({ problem: thrown, saves: saves + 1 });
    }
  };
  if (kept) return <SavedNotice assistantId={target} onClose={onClose} />;
  return (
    <Dialog title="Keep as test" onClose={onClose} dismissible={!saving}>
      <p class="tested-question" dir="auto">
        <UntrustedText text={turns.at(-1)?.content ?? ''} />
      </p>
      {turns.length > 1 && <p class="quiet">With the {plural(turns.length - 1, 'message')} before it.</p>}
      <Issues.Provider value={given}>
        <TextField
          path="expected"
          label="Answer as it should be"
          hint="Before a draft is published, its answer is compared with this one."
          most={8000}
          rows={7}
          value={expected}
          onChange={setExpected}
        />
        {data && data.assistants.length > 1 && (
          <SelectField
            path="assistant"
            label="Assistant"
            value={target}
            options={data.assistants.map(({ id, name }) => [id, showControlCharacters(name)] as const)}
            onChange={setChosen}
          />
        )}
      </Issues.Provider>
      <ErrorNotice sentence={issues.some(({ path }) => path === 'expected') ? undefined : problem?.message} />
      <div class="actions">
        <Button disabled={saving} onClick={onClose}>
          Cancel
        </Button>
        <Button class="button primary" disabled={saving || expected.trim() === ''} onClick={keep}>
          Keep test
        </Button>
      </div>
    </Dialog>
  );
}

const issuesOf = (problem: Problem | undefined) => problem?.details.issues ?? [];

/** Confirms that a test was saved, with a link. */
function SavedNotice({ assistantId, onClose }: { assistantId: string; onClose: () => void }) {
  return (
    <Dialog title="Test kept" onClose={onClose}>
      <p>The question is asked again when you test a draft.</p>
      <div class="actions">
        <a class="button" href={href(['settings', 'assistants', assistantId, 'draft'])}>
          View tests
        </a>
        <Button class="button primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
