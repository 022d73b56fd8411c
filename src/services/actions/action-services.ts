import type { Ports } from '../../ports.ts';
import type { AssistantChanges } from '../assistants/assistant-changes.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ServiceParts } from '../platform/services.ts';
import { actionExchange } from './action-exchange.ts';
import { actionSecrets } from './action-secrets.ts';
import { apiReading } from './api-reading.ts';
import { actionRunning } from './running.ts';
import { storedActions } from './stored-actions.ts';
import { actionTrying } from './trying.ts';

interface ActionParts extends Pick<Ports, 'actionCalls' | 'actionTokens' | 'apiDescriptions' | 'vault'> {
  platform: Pick<ServiceParts, 'background' | 'clock' | 'ledger' | 'random' | 'telemetry'>;
  changes: Pick<AssistantChanges, 'change'>;
  profiles: Pick<AssistantProfiles, 'assistantWithActions'>;
  requireAssistant: (id: string) => Promise<void>;
  conversationKey: () => Promise<Uint8Array>;
}

/** Wires the actions of assistants. */
export function actionServices({ platform, changes, profiles, ...parts }: ActionParts) {
  const secrets = actionSecrets({ ...platform, ...parts });
  const exchange = actionExchange({ ...parts, secrets });
  const actions = storedActions({
    ...platform,
    ...parts,
    secrets,
    noteActions: (assistantId) =>
      changes.change(assistantId, ({ record: { value } }) =>
        Promise.resolve(value.hasActions === true ? undefined : { ...value, hasActions: true }),
      ),
    onChanged: () => runner.forget(),
  });
  const runner = actionRunning({
    ...platform,
    ...parts,
    actions,
    exchange,
    assistantWithActions: profiles.assistantWithActions,
  });
  return {
    actions,
    actionRunner: runner,
    actionTrying: actionTrying({ ...platform, actions, exchange }),
    apiReading: apiReading(parts),
    actionTokens: parts.actionTokens,
  };
}
