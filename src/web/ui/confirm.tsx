import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from './request.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  /** What happens, in the words of the button that does it. */
  action: string;
  /** Resolves when it has happened. */
  run: () => Promise<void>;
  onClose: () => void;
  /** What there is to say about a refusal, where its own sentence is not all. */
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
        <button type="button" class="button" disabled={state.running} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button danger solid"
          disabled={state.running}
          onClick={() => void confirm()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
