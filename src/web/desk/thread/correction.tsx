import { useMemo, useState } from 'preact/hooks';
import { correctable } from '../../../assistants/rules/quoted-passage.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Issues, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/request.ts';
import type { MessageShown } from '../../ui/timeline.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';

interface CorrectionProps {
  desk: Desk;
  sessionId: string;
  /** The visitor's question. */
  question: string;
  /** The assistant's answer. */
  answer: MessageShown;
  onClose: () => void;
}

/** Suggests another answer than the assistant's to the admins, who add it in Questions. */
export function Correction({ desk, sessionId, question, answer, onClose }: CorrectionProps) {
  const before = answer.correction?.content;
  const initial = before ?? (answer.unanswered ? '' : correctable(answer));
  const [text, setText] = useState(initial);
  const [sent, setSent] = useState(false);
  const [{ sending = false, problem }, setState] = useState<{ sending?: boolean; problem?: Problem }>({});
  const given = useMemo(
    () => ({ issues: problem?.details.issues ?? [], saves: 0, onCorrected: () => undefined }),
    [problem],
  );
  const store = async (correction: string | null, onStored: () => void) => {
    setState({ sending: true });
    try {
      await desk.assist.correct(sessionId, answer.id, correction);
      setState({});
      onStored();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setState({ problem: thrown });
    }
  };
  if (sent) {
    return (
      <Dialog title="Correction sent" onClose={onClose}>
        <p>An admin reads it in Questions. The assistant uses it once it is added there.</p>
        <ErrorNotice sentence={problem?.message} />
        <div class="actions">
          <Button disabled={sending} onClick={() => store(before ?? null, () => setSent(false))}>
            Undo
          </Button>
          <Button class="button primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Correct answer" wide dismissible={false} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void store(text.trim(), () => setSent(true));
        }}
      >
        <p dir="auto">
          <b>
            <UntrustedText text={question} />
          </b>
        </p>
        <Issues.Provider value={given}>
          <TextField
            path="answer"
            label="Answer as it should be"
            hint="Sent to the admins. The visitor does not see it."
            most={8000}
            rows={8}
            value={text}
            onChange={setText}
          />
        </Issues.Provider>
        <ErrorNotice sentence={problem?.details.issues ? undefined : problem?.message} />
        <div class="actions">
          {before !== undefined && (
            <Button class="button danger apart" disabled={sending} onClick={() => store(null, onClose)}>
              Remove
            </Button>
          )}
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            submit
            class="button primary"
            disabled={sending || text.trim() === '' || text.trim() === initial.trim()}
          >
            Send correction
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
