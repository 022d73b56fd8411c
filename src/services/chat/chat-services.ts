import type { Pricing } from '../../domain/cost.ts';
import type { Answerer, AnswerJudge, CitableSections } from '../../ports.ts';
import { agentRatings } from '../admin/agent-ratings.ts';
import type { Judgments } from '../admin/judgments.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Notices } from '../notifications/notices.ts';
import type { ServiceParts } from '../platform/services.ts';
import { answerChecks } from './answer-checks.ts';
import type { Attachments } from './attachments.ts';
import type { VisitorAvailability } from './availability.ts';
import { citedPassages } from './cited-passages.ts';
import { conversations } from './conversations.ts';
import type { IsBudgetSpent } from './daily-budget.ts';
import type { TokensBeside } from './tokens-beside.ts';
import { turns } from './turns.ts';
import { visitorChat } from './visitor-chat.ts';
import type { VisitorEvents } from './visitor-events.ts';

interface ChatParts extends ServiceParts {
  answerer: Answerer;
  notices: Notices;
  visitorEvents: VisitorEvents;
  attachments: Attachments;
  profiles: AssistantProfiles;
  beside: TokensBeside;
  isBudgetSpent: IsBudgetSpent;
  pricing: Pricing;
  availability: Pick<VisitorAvailability, 'known'>;
  citableSections: CitableSections;
  judge: AnswerJudge | undefined;
  judgments: Judgments;
  /** Whether agents can sign in. */
  hasAgents: boolean;
}

/** Wires the conversations of visitors with the assistant. */
export function chatServices(parts: ChatParts) {
  const changes = conversations(parts);
  const answering = turns({ ...parts, conversations: changes, checks: answerChecks(parts) });
  return {
    conversations: changes,
    citedPassages: citedPassages(parts),
    visitorChat: visitorChat({
      ...parts,
      conversations: changes,
      turns: answering,
      agentRatings: agentRatings(parts),
    }),
  };
}
