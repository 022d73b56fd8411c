import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from './request.ts';
import { Dialog } from './dialog.tsx';
import { Button } from './button.tsx';

interface ConfirmProps {
  title: string;
  /** The action, in the words of the button that does it. */
  action: string;
  /** Resolves when it has happened. */
  run: () => Promise<void>;
  onClose: () => void;
  /** An explanation of a refusal, in addition to its own sentence. */
  explain?: (problem: Problem) => ComponentChildren;
  children: ComponentChildren;
}

/** Asks before something is gone that cannot be brought back. */
export function Confirm({ title, action, run, onClose, explain, children }: ConfirmProps) {
  const [state, setState] = useState<{ running?: boolean; problem?: Problem }>({});
  const confirm = async () => {
    setState({ running: true });
    try {
      await run();
      onClose();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setState({ problem: thrown });
    }
  };
  return (
    <Dialog title={title} onClose={onClose} dismissible={!state.running}>
      {children}
      {state.problem && (
        <div class="bad" role="alert">
          <p>{state.problem.message}</p>
          {explain?.(state.problem)}
        </div>
      )}
      <div class="actions">
        <Button disabled={state.running} onClick={onClose}>
          Cancel
        </Button>
        <Button class="button danger solid" disabled={state.running} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmedButtonProps extends Omit<ConfirmProps, 'onClose'> {
  /** On the button. */
  label: ComponentChildren;
  class?: string;
}

/** A button that asks before it acts. */
export function ConfirmedButton({ label, class: own = 'button danger', ...confirm }: ConfirmedButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button class={own} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <Confirm {...confirm} onClose={() => setAsking(false)} />}
    </>
  );
}
