import type { Ports } from '../../ports.ts';
import type { AssistantChanges } from '../assistants/assistant-changes.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ServiceParts } from '../platform/services.ts';
import { actionExchange } from './action-exchange.ts';
import { actionSecrets } from './action-secrets.ts';
import { apiReading } from './api-reading.ts';
import { cachedActionRunner } from './cached-action-runner.ts';
import { storedActions } from './stored-actions.ts';
import { actionTrials } from './action-trials.ts';

interface ActionParts extends Pick<
  Ports,
  'actionCalls' | 'actionTokens' | 'apiDescriptions' | 'documentReader' | 'vault'
> {
  platform: Pick<ServiceParts, 'background' | 'clock' | 'ledger' | 'random' | 'requestBudget' | 'telemetry'>;
  changes: Pick<AssistantChanges, 'change'>;
  profiles: Pick<AssistantProfiles, 'assistantWithActions'>;
  requireAssistant: (id: string) => Promise<void>;
  conversationKey: () => Promise<Uint8Array>;
}

export function actionServices({ platform, changes, profiles, ...parts }: ActionParts) {
  const secrets = actionSecrets({ ...platform, ...parts });
  const exchange = actionExchange({ ...parts, secrets });
  const actions = storedActions({
    ...platform,
    ...parts,
    secrets,
    markHasActions: (assistantId) =>
      changes.change(assistantId, ({ record: { value } }) =>
        Promise.resolve(value.hasActions === true ? undefined : { ...value, hasActions: true }),
      ),
    onChanged: () => runner.forget(),
  });
  const runner = cachedActionRunner({
    ...platform,
    ...parts,
    actions,
    exchange,
    assistantWithActions: profiles.assistantWithActions,
  });
  return {
    actions,
    actionRunner: runner,
    actionTrials: actionTrials({ ...platform, actions, exchange }),
    apiReading: apiReading({ ...platform, ...parts }),
    actionTokens: parts.actionTokens,
  };
}
