import type { Turn } from '../../domain/byte-cursor.ts';
import type { Pricing } from '../../domain/cost.ts';
import type { Allowlist } from '../../domain/origin.ts';
import type { Answerer, AnswerJudge, CitableSections, Ports } from '../../ports.ts';
import { agentRatings } from '../admin/agent-ratings.ts';
import type { Judgments } from '../admin/judgments.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Notices } from '../notifications/notices.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import { answerChecks } from './answer-checks.ts';
import { attachmentAccess } from './attachment-access.ts';
import { attachmentIds } from './attachment-ids.ts';
import { attachmentQuota } from './attachment-quota.ts';
import { attachments, type Attachments } from './attachments.ts';
import type { VisitorAvailability } from './availability.ts';
import { citedPassages } from './cited-passages.ts';
import { conversationFiles } from './conversation-files.ts';
import { downloadSlots } from './download-slots.ts';
import { conversations } from './conversations.ts';
import type { IsBudgetSpent } from './daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import { modelCalls } from './model-calls.ts';
import { repeats } from './repeats.ts';
import { turns } from './turns.ts';
import { visitorChat } from './visitor-chat.ts';
import type { VisitorEvents } from './visitor-events.ts';
import { visitorMessages } from './visitor-messages.ts';
import { visitorSessionStart } from './visitor-session.ts';

interface ChatParts extends ServiceParts {
  answerer: Answerer;
  notices: Notices;
  visitorEvents: VisitorEvents;
  attachments: Attachments;
  profiles: AssistantProfiles;
  otherUsage: OtherTokenUsage;
  isBudgetSpent: IsBudgetSpent;
  pricing: Pricing;
  availability: Pick<VisitorAvailability, 'known'>;
  citableSections: CitableSections;
  judge: AnswerJudge | undefined;
  judgments: Judgments;
  allowlist: Allowlist;
}

/** Wires the conversations of visitors with the assistant. */
export function chatServices(parts: ChatParts) {
  const changes = conversations(parts);
  const startSession = visitorSessionStart(parts.allowlist);
  const startTurn = turns({
    ...parts,
    conversations: changes,
    askModel: modelCalls(parts),
    checks: answerChecks(parts),
  });
  const resumeTurn = repeats({ ...parts, conversations: changes, startTurn });
  return {
    conversations: changes,
    citedPassages: citedPassages(parts),
    visitorMessages: visitorMessages({
      ...parts,
      conversations: changes,
      startTurn,
      resumeTurn,
      startSession,
    }),
    visitorChat: visitorChat({
      ...parts,
      conversations: changes,
      agentRatings: agentRatings(parts),
      startSession,
    }),
  };
}

interface AttachmentParts extends ServiceParts, Pick<Ports, 'counters' | 'tokens' | 'uploadStorage'> {
  findWidget: (id: string) => Promise<RegisteredWidget | undefined>;
  turn: Turn;
  /** The key for hashing addresses. */
  hashKey: () => Promise<Uint8Array>;
  settings: { isOn: boolean; perDay: number; requiresScan: boolean };
  /** Signs the ids of files. */
  idKey: () => Promise<Uint8Array>;
}

/** Wires the files of conversations. */
export function attachmentServices({ settings, idKey, ...parts }: AttachmentParts) {
  const ids = attachmentIds(parts.random, idKey);
  const files = conversationFiles({ ...parts, ids });
  return {
    conversationFiles: files,
    attachments: attachments({
      ...parts,
      requiresScan: settings.requiresScan,
      files,
      ids,
      quota: attachmentQuota({ ...parts, perDay: settings.perDay }),
      slots: downloadSlots(parts),
    }),
    attachmentAccess: attachmentAccess({ ...parts, isOnForPlainEmbed: settings.isOn }),
  };
}
