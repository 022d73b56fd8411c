import { changesSomething } from './rules/action-rules.ts';
import { resultText, type ActionPhrases } from './rules/result-text.ts';
import { WITHOUT_MODEL } from '../spending/rules/cost.ts';
import type { MessageDraft } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
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
      locale,
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
