import { useState } from 'preact/hooks';
import type { ListedTest } from '../../../../../assistants/wire/assistant-tests.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { ErrorNotice } from '../../../../ui/notice.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';

interface EditTestProps {
  /** The test's API path. */
  path: string;
  test: ListedTest;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Edits the expected answer of a test. */
export function EditTest({ path, test, onChanged, onClose }: EditTestProps) {
  const { turns, etag, recorded } = test;
  const [expected, setExpected] = useState(test.expected);
  const action = useAction();
  const save = () =>
    action.run(async () => {
      await adminApi.send('PUT', path, { turns, expected, ...(recorded && { recorded }) }, { etag });
      await onChanged();
      onClose();
    });
  return (
    <Dialog title="Edit test" onClose={onClose} dismissible={!action.running}>
      <p class="tested-question" dir="auto">
        <UntrustedText text={turns.at(-1)?.content ?? ''} />
      </p>
      <TextField
        path="expected"
        label="Answer as it should be"
        most={8000}
        rows={7}
        value={expected}
        onChange={setExpected}
      />
      <ErrorNotice sentence={action.problem} />
      <div class="actions">
        <Button disabled={action.running} onClick={onClose}>
          Cancel
        </Button>
        <Button class="button primary" disabled={action.running || expected.trim() === ''} onClick={save}>
          Save
        </Button>
      </div>
    </Dialog>
  );
}
