import type { Config } from '../config.ts';
import { pricing } from '../domain/cost.ts';
import type { Ports, RequestBudget } from '../ports.ts';
import { agentDesk } from '../services/desk/agent-desk.ts';
import { agentDrafts } from '../services/desk/agent-drafts.ts';
import { agentReplies } from '../services/desk/agent-replies.ts';
import { agentSignals } from '../services/desk/agent-signals.ts';
import type { AssistantProfiles } from '../services/assistants/assistant-profiles.ts';
import type { Background } from '../services/platform/background.ts';
import { cannedReplies } from '../services/desk/canned-replies.ts';
import { closedChats } from '../services/desk/closed-chats.ts';
import { colleagues } from '../services/desk/colleagues.ts';
import type { Conversations } from '../services/chat/conversations.ts';
import { notes } from '../services/desk/notes.ts';
import { currentPlan } from '../services/reports/plan.ts';
import { seatGate } from '../services/desk/seat-gate.ts';
import type { ComponentWatch } from '../services/platform/component-watch.ts';
import type { Services } from '../services/platform/services.ts';
import type { VisitorEvents } from '../services/chat/visitor-events.ts';

type Parts = Pick<
  Ports,
  'answerer' | 'clock' | 'ledger' | 'publisher' | 'random' | 'realtime' | 'store' | 'telemetry'
> & {
  conversations: Conversations;
  visitorEvents: VisitorEvents;
  profiles: AssistantProfiles;
  components: ComponentWatch;
  quotaChanged: () => void;
  requestBudget: RequestBudget;
  background: Background;
  stopping: AbortSignal;
};

type AgentServices = Pick<
  Services,
  | 'agentDesk'
  | 'agentDrafts'
  | 'agentSignals'
  | 'cannedReplies'
  | 'closedChats'
  | 'colleagues'
  | 'notes'
  | 'seats'
>;

/** Wires the services of the agent surface. */
export function agentServices(config: Config, parts: Parts): AgentServices {
  const { planId, seatWindowDays, prices, model } = config;
  const plan = currentPlan({ ...parts, planId });
  const seats = seatGate({ ...parts, plan: () => parts.components.observe('plan', plan()), seatWindowDays });
  const everyone = colleagues(parts);
  return {
    seats,
    colleagues: everyone,
    agentDesk: agentDesk({ ...parts, replies: agentReplies(parts), seats, colleagues: everyone }),
    agentDrafts: agentDrafts({ ...parts, pricing: pricing(prices), hasModel: model.kind !== 'knowledge' }),
    agentSignals: agentSignals(parts),
    cannedReplies: cannedReplies(parts),
    closedChats: closedChats(parts),
    notes: notes(parts),
  };
}
