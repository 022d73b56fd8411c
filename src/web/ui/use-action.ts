import { useState } from 'preact/hooks';
import { sentenceOf } from './request.ts';

/** An action that a reader starts with a control: whether it runs, and why the last run failed. */
interface Action {
  running: boolean;
  problem: string | undefined;
  /** Runs some work; its failure becomes the problem. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** `say`: the sentence for a failure, where it is not the service's own. */
export function useAction(say: (thrown: unknown) => string = sentenceOf): Action {
  const [state, setState] = useState<Pick<Action, 'running' | 'problem'>>({
    running: false,
    problem: undefined,
  });
  return {
    ...state,
    async run(work) {
      setState({ running: true, problem: undefined });
      try {
        await work();
        setState({ running: false, problem: undefined });
      } catch (thrown) {
        setState({ running: false, problem: say(thrown) });
      }
    },
  };
}
