import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from './request.ts';
import { Dialog } from './dialog.tsx';
import { Button } from './button.tsx';

interface ConfirmProps {
  title: string;
  /** The label of the confirming button. */
  action: string;
  /** Performs the action. Resolves when it is done. */
  run: () => Promise<void>;
  onClose: () => void;
  /** Additional text for a failure. */
  explain?: (problem: Problem) => ComponentChildren;
  children: ComponentChildren;
}

/** A confirmation dialog for actions that cannot be undone. */
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
  /** The button's label. */
  label: ComponentChildren;
  class?: string;
}

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
