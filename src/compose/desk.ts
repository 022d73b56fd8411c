import type { Pricing } from '../spending/rules/cost.ts';
import type { Answerer, LanguageDetection, Translator } from '../ports.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { HoursSettings } from '../availability/business-hours.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { IsBudgetSpent } from '../spending/daily-budget.ts';
import type { Threads } from '../conversations/threads.ts';
import type { VisitorEvents } from '../conversations/visitor-events.ts';
import type { ServiceParts } from './services.ts';
import type { CurrentPlan } from '../publisher/plan.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import { conversationClaims } from '../desk/conversation-claims.ts';
import { agentDesk } from '../desk/agent-desk.ts';
import { agentDrafts } from '../desk/agent-drafts.ts';
import { agentQueue } from '../desk/agent-queue.ts';
import { agentReplies } from '../desk/agent-replies.ts';
import { agentSearch } from '../desk/agent-search.ts';
import { agentSignals } from '../desk/agent-signals.ts';
import { cannedReplies } from '../desk/canned-replies.ts';
import { cannedReplyValues } from '../desk/canned-values.ts';
import { closedChats } from '../desk/closed-chats.ts';
import { conversationPresence } from '../desk/conversation-presence.ts';
import type { Colleagues } from '../availability/colleagues.ts';
import { corrections } from '../desk/corrections.ts';
import { mentions } from '../conversations/mentions.ts';
import { noteWriting } from '../conversations/note-writing.ts';
import type { Notes } from '../conversations/notes.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import type { StoredSeats } from '../publisher/stored-seats.ts';
import type { Tags } from '../conversations/tags.ts';
import { translations } from '../desk/translations.ts';
import { visitorHistory } from '../desk/visitor-history.ts';

interface DeskParts {
  shared: ServiceParts;
  answerer: Answerer;
  conversations: Conversations;
  attachments: Attachments;
  emailIsOn: boolean;
  threads: Threads;
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
  seats: StoredSeats;
  colleagues: Colleagues;
  notes: Notes;
  tags: Tags;
  /** The maximum number of an agent's claimed conversations for claiming the next one; 0: no limit. */
  conversationLimit: number;
}

export function deskServices(parts: DeskParts) {
  const { shared, conversations, visitorEvents, profiles } = parts;
  const { answerer, pricing, hasModel, widgets, seats, colleagues, notes, tags, plan } = parts;
  const { conversationLimit, threads } = parts;
  const replies = agentReplies({ ...shared, ...parts });
  const queue = agentQueue({ ...shared, widgets });
  const claims = conversationClaims({
    ...shared,
    ...{ conversations, threads, seats, plan, colleagues, queue, conversationLimit },
  });
  return {
    agentReplies: replies,
    agentQueue: queue,
    agentDesk: agentDesk({ ...shared, conversations, replies, threads, notes, claims, queue, tags }),
    agentDrafts: agentDrafts({ ...shared, answerer, conversations, profiles, hasModel, pricing }),
    agentSearch: agentSearch({ ...shared, threads }),
    agentSignals: agentSignals({ ...shared, visitorEvents }),
    cannedReplies: cannedReplies(shared),
    cannedReplyValues: cannedReplyValues({ ...shared, widgets, hoursSettings: parts.hoursSettings }),
    closedChats: closedChats({ ...shared, tags }),
    conversationPresence: conversationPresence(shared),
    corrections: corrections({ ...shared, conversations }),
    mentions: mentions(shared),
    notes,
    noteWriting: noteWriting({ ...shared, notes, colleagues, conversations }),
    tags,
    translations: translations({ ...shared, ...parts, conversations, profiles }),
    visitorHistory: visitorHistory({ ...shared, memory: visitorMemory(shared) }),
  };
}
