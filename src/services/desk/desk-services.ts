import type { Pricing } from '../../domain/cost.ts';
import type { Answerer, LanguageDetection, Translator } from '../../ports.ts';
import type { HoursSettings } from '../admin/business-hours.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Conversations } from '../chat/conversations.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { VisitorEvents } from '../chat/visitor-events.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { CurrentPlan } from '../reports/plan.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import { agentDesk } from './agent-desk.ts';
import { agentDrafts } from './agent-drafts.ts';
import { agentQueue } from './agent-queue.ts';
import type { AgentReplies } from './agent-replies.ts';
import { agentSearch } from './agent-search.ts';
import { agentSignals } from './agent-signals.ts';
import { cannedReplies } from './canned-replies.ts';
import { cannedReplyValues } from './canned-values.ts';
import { closedChats } from './closed-chats.ts';
import { conversationPresence } from './conversation-presence.ts';
import type { Colleagues } from './colleagues.ts';
import { mentions } from './mentions.ts';
import { noteWriting } from './note-writing.ts';
import type { Notes } from './notes.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import type { SeatGate } from './seat-gate.ts';
import type { Tags } from './tags.ts';
import { translations } from './translations.ts';
import { visitorHistory } from './visitor-history.ts';

interface DeskParts {
  platform: ServiceParts;
  answerer: Answerer;
  conversations: Conversations;
  replies: AgentReplies;
  visitorEvents: VisitorEvents;
  profiles: AssistantProfiles;
  widgets: Pick<WidgetRegistry, 'find' | 'list'>;
  hoursSettings: Pick<HoursSettings, 'read'>;
  pricing: Pricing;
  /** Whether a language model is connected. */
  hasModel: boolean;
  /** Undefined if no model is connected. */
  translator: Translator | undefined;
  languages: LanguageDetection;
  isBudgetSpent: IsBudgetSpent;
  plan: CurrentPlan;
  seats: SeatGate;
  colleagues: Colleagues;
  notes: Notes;
  tags: Tags;
  /** The maximum number of an agent's claimed conversations for claiming the next one; 0: no limit. */
  conversationLimit: number;
}

export function deskServices(parts: DeskParts) {
  const { platform, conversations, replies, visitorEvents, profiles } = parts;
  const { answerer, pricing, hasModel, widgets, seats, colleagues, notes, tags, plan } = parts;
  const { conversationLimit } = parts;
  const queue = agentQueue({ ...platform, widgets });
  return {
    agentQueue: queue,
    agentDesk: agentDesk({
      ...platform,
      conversations,
      replies,
      seats,
      colleagues,
      queue,
      tags,
      plan,
      conversationLimit,
    }),
    agentDrafts: agentDrafts({ ...platform, answerer, conversations, profiles, hasModel, pricing }),
    agentSearch: agentSearch(platform),
    agentSignals: agentSignals({ ...platform, visitorEvents }),
    cannedReplies: cannedReplies(platform),
    cannedReplyValues: cannedReplyValues({ ...platform, widgets, hoursSettings: parts.hoursSettings }),
    closedChats: closedChats({ ...platform, tags }),
    conversationPresence: conversationPresence(platform),
    mentions: mentions(platform),
    notes,
    noteWriting: noteWriting({ ...platform, notes, colleagues, conversations }),
    tags,
    translations: translations({ ...platform, ...parts, conversations, profiles }),
    visitorHistory: visitorHistory({ ...platform, memory: visitorMemory(platform) }),
  };
}
