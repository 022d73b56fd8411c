import type { ActionPhrases } from '../../domain/actions/result-text.ts';
import type { ReadQuestionWords } from '../../ports.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Conversations } from '../chat/conversations.ts';
import { outageRetries } from '../chat/outage-retries.ts';
import type { AgentReplies } from '../desk/agent-replies.ts';
import type { ServiceParts } from '../platform/services.ts';
import { actionQuota } from './action-quota.ts';
import { actionResults } from './action-results.ts';
import type { ActionRunner } from './action-runner.ts';
import { agentActions } from './agent-actions.ts';
import { proposals } from './proposals.ts';
import { runningChanges } from './running-changes.ts';
import { turnActions } from './turn-actions.ts';
import { visitorActions } from './visitor-actions.ts';

interface ConversationActionParts {
  platform: ServiceParts;
  actionRunner: ActionRunner;
  conversations: Conversations;
  agentReplies: Pick<AgentReplies, 'send'>;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  readWords: ReadQuestionWords;
  say: (locale: string | undefined) => ActionPhrases;
}

export function conversationActionServices({ platform, ...parts }: ConversationActionParts) {
  const shared = {
    ...platform,
    ...parts,
    quota: actionQuota(),
    running: runningChanges(platform),
    writeResult: actionResults(parts),
    retryOutage: outageRetries(platform),
  };
  return {
    openTurnActions: turnActions(shared),
    visitorActions: visitorActions(shared),
    proposals: proposals(shared),
    agentActions: agentActions(shared),
  };
}
