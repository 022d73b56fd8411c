import type { Pricing } from '../spending/rules/cost.ts';
import type { Allowlist } from '../conversations/rules/origin.ts';
import type { Answerer, CitableSections, Ports } from '../ports.ts';
import { agentRatings } from '../conversations/agent-ratings.ts';
import type { ServiceSwitches } from '../platform/switches.ts';
import type { OpenTurnActions } from '../chat/turn-actions.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ServiceParts } from './services.ts';
import type { RegisteredWidget, WidgetRegistry } from '../widgets/widget-registry.ts';
import { attachmentAccess } from '../chat/attachment-access.ts';
import { attachmentIds } from '../chat/attachment-ids.ts';
import { attachmentQuota } from '../chat/attachment-quota.ts';
import { attachments, type Attachments } from '../chat/attachments.ts';
import { visitorAvailability } from '../chat/visitor-availability.ts';
import type { AgentPresence } from '../availability/agent-presence.ts';
import type { HoursSettings } from '../availability/business-hours.ts';
import type { TimeZones } from '../availability/rules/business-hours.ts';
import { citedPassages } from '../chat/cited-passages.ts';
import { conversationFiles } from '../chat/conversation-files.ts';
import { downloadSlots } from '../chat/download-slots.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { askModel } from '../chat/ask-model.ts';
import { retryOutage } from '../platform/retry-outage.ts';
import { resumeTurn } from '../chat/resume-turn.ts';
import { withAssistantSwitch } from '../chat/assistant-switch.ts';
import { startTurn } from '../chat/start-turn.ts';
import { visitorRequests } from '../chat/visitor-requests.ts';
import { visitorMessages } from '../chat/visitor-messages.ts';
import type { Threads } from '../conversations/threads.ts';
import { visitorSessionContinuation, visitorSessionStart } from '../conversations/visitor-session.ts';

interface ChatParts {
  shared: ServiceParts;
  visitorAnswerer: Answerer;
  conversations: Conversations;
  attachments: Attachments;
  profiles: AssistantProfiles;
  openTurnActions: OpenTurnActions;
  pricing: Pricing;
  agentPresence: AgentPresence;
  hoursSettings: HoursSettings;
  widgets: WidgetRegistry;
  zones: () => Promise<TimeZones>;
  citableSections: CitableSections;
  allowlist: Allowlist;
  emailIsOn: boolean;
  switches: Pick<ServiceSwitches, 'current'>;
  say: (locale: string | undefined) => { teamAnswers: string };
  threads: Threads;
  /** The setting CONTINUE_DAYS. */
  continueDays: number;
}

export function chatServices({ shared, visitorAnswerer, ...parts }: ChatParts) {
  const { conversations, profiles, citableSections, switches } = parts;
  const isChatOff = async () => (await switches.current()).chatOff;
  const availability = visitorAvailability({
    ...shared,
    presence: parts.agentPresence,
    settings: parts.hoursSettings,
    widgets: parts.widgets,
    zones: parts.zones,
  });
  const wired = {
    ...shared,
    ...parts,
    availability,
    answerer: visitorAnswerer,
    retryOutage: retryOutage(shared),
  };
  const asking = { ...wired, askModel: withAssistantSwitch(askModel(wired), wired) };
  const turns = { ...asking, startTurn: startTurn(asking) };
  const startSession = visitorSessionStart(parts.allowlist, isChatOff);
  return {
    availability,
    citedPassages: citedPassages({ ...shared, profiles, citableSections }),
    visitorMessages: visitorMessages({
      ...turns,
      resumeTurn: resumeTurn(turns),
      startSession,
      continueSession: visitorSessionContinuation({ ...shared, isChatOff, continueDays: parts.continueDays }),
    }),
    visitorRequests: visitorRequests({
      ...shared,
      conversations,
      agentRatings: agentRatings(shared),
      startSession,
      emailIsOn: parts.emailIsOn,
      threads: parts.threads,
    }),
  };
}

interface AttachmentParts extends Pick<Ports, 'counters' | 'tokens' | 'uploadStorage'> {
  shared: ServiceParts;
  findWidget: (id: string) => Promise<RegisteredWidget | undefined>;
  /** The HMAC key for addresses. */
  hashKey: () => Promise<Uint8Array>;
  settings: { isOn: boolean; perDay: number; requiresScan: boolean };
  /** The HMAC key for the ids of files. */
  idKey: () => Promise<Uint8Array>;
}

export function attachmentServices(parts: AttachmentParts) {
  const { shared, counters, tokens, uploadStorage, findWidget, hashKey, idKey } = parts;
  const { isOn, perDay, requiresScan } = parts.settings;
  const ids = attachmentIds(shared.random, idKey);
  const files = conversationFiles({ ...shared, uploadStorage, ids });
  return {
    conversationFiles: files,
    attachments: attachments({
      ...shared,
      tokens,
      uploadStorage,
      findWidget,
      requiresScan,
      files,
      ids,
      quota: attachmentQuota({ ...shared, counters, hashKey, perDay }),
      slots: downloadSlots(shared),
    }),
    attachmentAccess: attachmentAccess({ ...shared, findWidget, isOnForPlainEmbed: isOn }),
  };
}
