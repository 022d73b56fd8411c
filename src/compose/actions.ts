import type {
  ActionCalls,
  ActionTokens,
  ApiDescriptions,
  Clock,
  Ports,
  ReadQuestionWords,
} from '../ports.ts';
import type { AssistantChanges } from '../assistants/assistant-changes.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ServiceParts } from './services.ts';
import { actionExchange } from '../actions/action-exchange.ts';
import { actionSecrets } from '../actions/action-secrets.ts';
import { apiReading } from '../actions/api-reading.ts';
import { cachedActionRunner } from '../actions/cached-action-runner.ts';
import { storedActions } from '../actions/stored-actions.ts';
import { actionTrials } from '../actions/action-trials.ts';
import type { ActionPhrases } from '../actions/rules/result-text.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { retryOutage } from '../platform/retry-outage.ts';
import type { AgentReplies } from '../desk/agent-replies.ts';
import { actionQuota } from '../actions/action-quota.ts';
import { actionResults } from '../actions/action-results.ts';
import type { ActionRunner } from '../actions/action-runner.ts';
import { agentActions } from '../desk/agent-actions.ts';
import { proposals } from '../actions/proposals.ts';
import { runningChanges } from '../actions/running-changes.ts';
import { turnActions } from '../chat/turn-actions.ts';
import { visitorActions } from '../actions/visitor-actions.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';
import { signingKey } from '../actions/signing-key.ts';

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

interface ConversationActionParts {
  shared: ServiceParts;
  actionRunner: ActionRunner;
  conversations: Conversations;
  agentReplies: Pick<AgentReplies, 'send'>;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  readWords: ReadQuestionWords;
  say: (locale: string | undefined) => ActionPhrases;
}

export function conversationActionServices({ shared, ...parts }: ConversationActionParts) {
  const used = {
    ...shared,
    ...parts,
    quota: actionQuota(),
    running: runningChanges(shared),
    writeResult: actionResults(parts),
    retryOutage: retryOutage(shared),
  };
  return {
    openTurnActions: turnActions(used),
    visitorActions: visitorActions(used),
    proposals: proposals(used),
    agentActions: agentActions(used),
  };
}

/**
 * The APIs that actions call, opened on first use: on the public Internet, at the private hosts that the
 * deployment names, and on the local host those of this machine, too, such as the demo's.
 */
export function openActionCalls(
  { cloud, actions }: Pick<Config, 'cloud' | 'actions'>,
  clock: Clock,
): ActionCalls {
  const open = lazy(async (): Promise<ActionCalls> => {
    const { httpActionCalls } = await import('../adapters/actions/calls.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    const network = cloud ? publicNetwork : developersNetwork;
    return httpActionCalls({ clock, network, privateHosts: actions.privateHosts });
  });
  return { call: async (...of) => (await open()).call(...of) };
}

/** Descriptions of APIs on the networks of their calls, opened on first use. */
export function openApiDescriptions({ cloud }: Pick<Config, 'cloud'>, clock: Clock): ApiDescriptions {
  const open = lazy(async (): Promise<ApiDescriptions> => {
    const { apiDescriptions } = await import('../adapters/actions/api-descriptions.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    return apiDescriptions({ clock, network: cloud ? publicNetwork : developersNetwork });
  });
  return { fetch: async (address) => (await open()).fetch(address) };
}

/** The tokens of actions, whose library is loaded and whose key is made on first use. */
export function openActionTokens(
  { websites }: Pick<Config, 'websites'>,
  ports: Pick<Ports, 'clock' | 'ledger' | 'vault'>,
): ActionTokens {
  const key = signingKey({ ...ports, random });
  const open = lazy(async (): Promise<ActionTokens> => {
    const { joseActionTokens } = await import('../adapters/actions/tokens.ts');
    return joseActionTokens({ ...ports, random, issuer: websites.aboutOrigin, key });
  });
  return {
    sign: async (...of) => (await open()).sign(...of),
    publicKeys: async () => (await open()).publicKeys(),
  };
}
