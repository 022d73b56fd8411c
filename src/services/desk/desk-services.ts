import type { Pricing } from '../../domain/cost.ts';
import type { Plan } from '../../domain/records/plan.ts';
import type { Answerer } from '../../ports.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { Conversations } from '../chat/conversations.ts';
import type { VisitorEvents } from '../chat/visitor-events.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import { agentDesk } from './agent-desk.ts';
import { agentDrafts } from './agent-drafts.ts';
import { agentPresence } from './agent-presence.ts';
import { agentQueue } from './agent-queue.ts';
import { agentReplies } from './agent-replies.ts';
import { agentSignals } from './agent-signals.ts';
import { cannedReplies } from './canned-replies.ts';
import { closedChats } from './closed-chats.ts';
import { colleagues } from './colleagues.ts';
import { notes } from './notes.ts';
import { seatGate } from './seat-gate.ts';

interface DeskParts extends ServiceParts {
  answerer: Answerer;
  conversations: Conversations;
  attachments: Attachments;
  visitorEvents: VisitorEvents;
  profiles: AssistantProfiles;
  widgets: Pick<WidgetRegistry, 'list'>;
  pricing: Pricing;
  /** Whether a language model is connected. */
  hasModel: boolean;
  plan: () => Promise<Plan>;
  quotaChanged: () => void;
  seatWindowDays: number;
  /** How many claimed conversations an agent may have and still take the next one; 0: no limit. */
  conversationLimit: number;
}

/** Wires the services of the agent surface. */
export function deskServices(parts: DeskParts) {
  const seats = seatGate(parts);
  const everyone = colleagues(parts);
  const queue = agentQueue(parts);
  return {
    seats,
    colleagues: everyone,
    agentQueue: queue,
    agentDesk: agentDesk({
      ...parts,
      ...{ replies: agentReplies(parts), seats, colleagues: everyone, queue },
    }),
    agentDrafts: agentDrafts(parts),
    agentPresence: agentPresence({ ...parts, colleagues: everyone }),
    agentSignals: agentSignals(parts),
    cannedReplies: cannedReplies(parts),
    closedChats: closedChats(parts),
    notes: notes(parts),
  };
}
