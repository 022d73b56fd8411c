import type { Ports } from '../ports.ts';
import type { AssistantChanges } from '../assistants/assistant-changes.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ServiceParts } from './services.ts';
import { actionExchange } from '../actions/action-exchange.ts';
import { actionSecrets } from '../actions/action-secrets.ts';
import { apiReading } from '../actions/api-reading.ts';
import { cachedActionRunner } from '../actions/cached-action-runner.ts';
import { storedActions } from '../actions/stored-actions.ts';
import { actionTrials } from '../actions/action-trials.ts';

interface ActionParts extends Pick<
  Ports,
  'actionCalls' | 'actionTokens' | 'apiDescriptions' | 'documentReader' | 'vault'
> {
  shared: Pick<ServiceParts, 'background' | 'clock' | 'ledger' | 'random' | 'requestBudget' | 'telemetry'>;
  changes: Pick<AssistantChanges, 'change'>;
  profiles: Pick<AssistantProfiles, 'assistantWithActions'>;
  requireAssistant: (id: string) => Promise<void>;
  conversationKey: () => Promise<Uint8Array>;
}

export function actionServices({ shared, changes, profiles, ...parts }: ActionParts) {
  const secrets = actionSecrets({ ...shared, ...parts });
  const exchange = actionExchange({ ...parts, secrets });
  const actions = storedActions({
    ...shared,
    ...parts,
    secrets,
    markHasActions: (assistantId) =>
      changes.change(assistantId, ({ record: { value } }) =>
        Promise.resolve(value.hasActions === true ? undefined : { ...value, hasActions: true }),
      ),
    onChanged: () => runner.forget(),
  });
  const runner = cachedActionRunner({
    ...shared,
    ...parts,
    actions,
    exchange,
    assistantWithActions: profiles.assistantWithActions,
  });
  return {
    actions,
    actionRunner: runner,
    actionTrials: actionTrials({ ...shared, actions, exchange }),
    apiReading: apiReading({ ...shared, ...parts }),
    actionTokens: parts.actionTokens,
  };
}
