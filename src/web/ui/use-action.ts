import { useState } from 'preact/hooks';
import { sentenceOf } from './request.ts';

/** The state of an action: whether it is running, and why the last run failed. */
interface Action {
  running: boolean;
  problem: string | undefined;
  /** Runs the work. A failure becomes the problem. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** `say` replaces the error text. Default: the service's text. */
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
