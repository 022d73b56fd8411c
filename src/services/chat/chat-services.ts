import type { Pricing } from '../../domain/cost.ts';
import type { Allowlist } from '../../domain/origin.ts';
import type { Answerer, CitableSections, Ports } from '../../ports.ts';
import { agentRatings } from '../admin/agent-ratings.ts';
import type { ServiceSwitches } from '../admin/switches.ts';
import type { OpenTurnActions } from '../actions/turn-actions.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import { attachmentAccess } from './attachment-access.ts';
import { attachmentIds } from './attachment-ids.ts';
import { attachmentQuota } from './attachment-quota.ts';
import { attachments, type Attachments } from './attachments.ts';
import type { VisitorAvailability } from './availability.ts';
import { citedPassages } from './cited-passages.ts';
import { conversationFiles } from './conversation-files.ts';
import { downloadSlots } from './download-slots.ts';
import type { Conversations } from './conversations.ts';
import { modelCalls } from './model-calls.ts';
import { outageRetries } from './outage-retries.ts';
import { repeats } from './repeats.ts';
import { withAssistantSwitch } from './stopped-assistant.ts';
import { turns } from './turns.ts';
import { visitorChat } from './visitor-chat.ts';
import { visitorMessages } from './visitor-messages.ts';
import { visitorSessionStart } from './visitor-session.ts';

interface ChatParts {
  platform: ServiceParts;
  answerer: Answerer;
  conversations: Conversations;
  attachments: Attachments;
  profiles: AssistantProfiles;
  openTurnActions: OpenTurnActions;
  pricing: Pricing;
  availability: Pick<VisitorAvailability, 'cached' | 'today'>;
  citableSections: CitableSections;
  allowlist: Allowlist;
  switches: Pick<ServiceSwitches, 'current'>;
  say: (locale: string | undefined) => { teamAnswers: string };
}

export function chatServices(parts: ChatParts) {
  const { platform, conversations, answerer, profiles, pricing, openTurnActions } = parts;
  const { availability, citableSections, switches, say } = parts;
  const isChatOff = async () => (await switches.current()).chatOff;
  const startSession = visitorSessionStart(parts.allowlist, isChatOff);
  const retryOutage = outageRetries(platform);
  const callModel = modelCalls({
    ...platform,
    retryOutage,
    answerer,
    profiles,
    openTurnActions,
    availability,
    pricing,
  });
  const askModel = withAssistantSwitch(callModel, { ...platform, switches, say });
  const startTurn = turns({ ...platform, retryOutage, conversations, askModel });
  const resumeTurn = repeats({ ...platform, conversations, startTurn });
  return {
    citedPassages: citedPassages({ ...platform, profiles, citableSections }),
    visitorMessages: visitorMessages({
      ...platform,
      conversations,
      startTurn,
      resumeTurn,
      attachments: parts.attachments,
      startSession,
    }),
    visitorChat: visitorChat({
      ...platform,
      conversations,
      agentRatings: agentRatings(platform),
      startSession,
    }),
  };
}

interface AttachmentParts extends Pick<Ports, 'counters' | 'tokens' | 'uploadStorage'> {
  platform: ServiceParts;
  findWidget: (id: string) => Promise<RegisteredWidget | undefined>;
  /** The HMAC key for addresses. */
  hashKey: () => Promise<Uint8Array>;
  settings: { isOn: boolean; perDay: number; requiresScan: boolean };
  /** The HMAC key for the ids of files. */
  idKey: () => Promise<Uint8Array>;
}

export function attachmentServices(parts: AttachmentParts) {
  const { platform, counters, tokens, uploadStorage, findWidget, hashKey, idKey } = parts;
  const { isOn, perDay, requiresScan } = parts.settings;
  const ids = attachmentIds(platform.random, idKey);
  const files = conversationFiles({ ...platform, uploadStorage, ids });
  return {
    conversationFiles: files,
    attachments: attachments({
      ...platform,
      tokens,
      uploadStorage,
      findWidget,
      requiresScan,
      files,
      ids,
      quota: attachmentQuota({ ...platform, counters, hashKey, perDay }),
      slots: downloadSlots(platform),
    }),
    attachmentAccess: attachmentAccess({ ...platform, findWidget, isOnForPlainEmbed: isOn }),
  };
}
