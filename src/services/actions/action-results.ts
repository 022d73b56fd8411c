import { changesSomething } from '../../domain/actions/action-rules.ts';
import { listOf, resultText, type ActionPhrases } from '../../domain/actions/result-text.ts';
import { WITHOUT_MODEL } from '../../domain/cost.ts';
import type { LabeledValue } from '../../domain/records/action.ts';
import type { MessageDraft } from '../../domain/records/message.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ActionRun, UsableAction } from './action-runner.ts';

/** The message with the result of an action. */
type ResultDraft = Pick<MessageDraft, 'role' | 'content' | 'resultOf' | 'basis'>;

/** Creates the message with the result of an action that ran without a model. */
export type WriteResult = (
  session: Pick<SessionRecord, 'assistantId' | 'locale'>,
  action: Pick<UsableAction, 'title' | 'method'>,
  run: ActionRun,
) => Promise<ResultDraft>;

interface Dependencies {
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  /** The sentences in the language of a locale (BCP 47). */
  say: (locale: string | undefined) => ActionPhrases;
}

export function actionResults({ profiles, say }: Dependencies): WriteResult {
  return async ({ assistantId, locale }, action, run) => {
    const { handoff } = await profiles.profileFor(assistantId);
    const content = resultText(run, {
      changes: changesSomething(action),
      offersPerson: handoff === 'when-unsure',
      say: say(locale),
    });
    const nothing = { queries: [], sections: [], inputTokens: 0, outputTokens: 0, cost: 0 };
    return {
      role: 'assistant',
      content,
      resultOf: action.title,
      basis: { ...nothing, actions: [run.tried], model: WITHOUT_MODEL },
    };
  };
}

/** The text of the message for a submitted form: the action's title and the values. */
export function formText({ title }: Pick<UsableAction, 'title'>, shown: readonly LabeledValue[]): string {
  return shown.length === 0 ? title : `${title}\n\n${listOf(shown)}`;
}
