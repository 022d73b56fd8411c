import { resultForModel } from './rules/result-text.ts';
import { toolOf } from './rules/tool-schema.ts';
import type { RecordedActions } from '../assistants/assistant-test-runner.ts';
import type { ActionRunner } from './action-runner.ts';

const NOTHING_RECORDED = 'No answer of this action is recorded for the test.';

/**
 * Mock actions for a test. The model gets the tools of a verified visitor; each call returns its recorded
 * result without a call of an API.
 */
export function recordedActions({
  actionRunner,
}: {
  actionRunner: Pick<ActionRunner, 'usableBy'>;
}): RecordedActions {
  return async (assistantId, recorded) => {
    const session = { sessionId: '', assistantId, visitor: { subject: 'test', name: 'Test' } };
    const usable = await actionRunner.usableBy({ session });
    if (usable.length === 0) return {};
    return {
      actions: {
        callable: usable.map(toolOf),
        call: (name) => {
          const answer = recorded.find(({ action }) => action === name)?.answer;
          const result =
            answer === undefined
              ? NOTHING_RECORDED
              : resultForModel(name, { tried: { outcome: 'answered' }, data: [], sentence: answer });
          return Promise.resolve(result);
        },
      },
    };
  };
}
