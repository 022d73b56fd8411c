import type { ActionPhrases } from '../actions/rules/result-text.ts';
import type { ReadQuestionWords } from '../ports.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { retryOutage } from '../platform/retry-outage.ts';
import type { AgentReplies } from '../desk/agent-replies.ts';
import type { ServiceParts } from './services.ts';
import { actionQuota } from '../actions/action-quota.ts';
import { actionResults } from '../actions/action-results.ts';
import type { ActionRunner } from '../actions/action-runner.ts';
import { agentActions } from '../desk/agent-actions.ts';
import { proposals } from '../actions/proposals.ts';
import { runningChanges } from '../actions/running-changes.ts';
import { turnActions } from '../chat/turn-actions.ts';
import { visitorActions } from '../actions/visitor-actions.ts';

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
