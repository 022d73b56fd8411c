import type { Allowlist } from '../../domain/origin.ts';
import type { Plan } from '../../domain/records/plan.ts';
import type { ShownSettings } from '../../domain/records/shown-settings.ts';
import type { SignIn } from '../../domain/sign-in.ts';
import type {
  AgentIdentity,
  Assets,
  Clock,
  KnowledgeFolders,
  Ports,
  Random,
  Realtime,
  ReportSenders,
  RequestBudget,
  Telemetry,
} from '../../ports.ts';
import type { ActivityFeedStatus } from '../notifications/activity-feed-status.ts';
import type { DeskLinks } from '../notifications/desk-links.ts';
import type { TeamsChannelSettings } from '../notifications/teams-channel-settings.ts';
import type { DocumentFiles } from '../assistants/document-files.ts';
import type { AdminGate } from '../admin/admin-gate.ts';
import type { AgentApplications } from '../desk/agent-applications.ts';
import type { AgentDesk } from '../desk/agent-desk.ts';
import type { AgentDrafts } from '../desk/agent-drafts.ts';
import type { AgentPresence } from '../desk/agent-presence.ts';
import type { AgentSignals } from '../desk/agent-signals.ts';
import type { AddedAnswers } from '../assistants/added-answers.ts';
import type { AttachmentAccess } from '../chat/attachment-access.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { ConversationFileStore } from '../chat/conversation-files.ts';
import type { Archive } from '../admin/archive.ts';
import type { AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { VersionedAssistants } from '../assistants/assistant-versions.ts';
import type { AssistantCandidates } from '../assistants/assistant-candidates.ts';
import type { Evaluations } from '../assistants/evaluations.ts';
import type { QuestionSets } from '../assistants/question-sets.ts';
import type { CannedReplies } from '../desk/canned-replies.ts';
import type { ClosedChats } from '../desk/closed-chats.ts';
import type { Background } from './background.ts';
import type { CollabPackage } from './collab-package.ts';
import type { Colleagues } from '../desk/colleagues.ts';
import type { FiguresReader } from '../admin/figures.ts';
import type { HoursSettings } from '../admin/business-hours.ts';
import type { HealthCheck } from './health.ts';
import type { DeadLetters } from '../notifications/dead-letters.ts';
import type { Dispatcher } from '../notifications/dispatcher.ts';
import type { AgentQueue } from '../desk/agent-queue.ts';
import type { Notes } from '../desk/notes.ts';
import type { Uploads } from './uploads.ts';
import type { Judgments } from '../admin/judgments.ts';
import type { SectionEmbedding } from '../assistants/section-embedding.ts';
import type { ModelWatch } from './model-watch.ts';
import type { RateGate } from './rate-gate.ts';
import type { Questions } from '../admin/questions.ts';
import type { RatedQuestions } from '../admin/rated-questions.ts';
import type { ReportIntake } from '../reports/report-intake.ts';
import type { Reports } from '../reports/reports.ts';
import type { Retention } from '../admin/retention.ts';
import type { SeatGate } from '../desk/seat-gate.ts';
import type { SentReports } from '../reports/sent-reports.ts';
import type { TryOut } from '../assistants/try-out.ts';
import type { VisitorAvailability } from '../chat/availability.ts';
import type { CitedPassages } from '../chat/cited-passages.ts';
import type { VisitorChat } from '../chat/visitor-chat.ts';
import type { VisitorMessages } from '../chat/visitor-messages.ts';
import type { VisitorConversations } from '../widgets/visitor-conversations.ts';
import type { IdentitySecrets } from '../widgets/identity-secrets.ts';
import type { VisitorSignIn } from '../widgets/visitor-sign-in.ts';
import type { ScriptWidgets } from '../widgets/script-widgets.ts';
import type { WidgetAuth } from '../widgets/widget-auth.ts';
import type { WidgetReleases } from '../../domain/records/widget-release.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';

/** What most services of the runtime are made of. */
export interface ServiceParts extends Pick<
  Ports,
  'clock' | 'ledger' | 'random' | 'realtime' | 'store' | 'telemetry'
> {
  background: Background;
  rateGate: RateGate;
  requestBudget: RequestBudget;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
}

/** What every endpoint needs, of the runtime or of the control plane. */
export interface BaseServices {
  version: string;
  allowlist: Allowlist;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  rateGate: RateGate;
  requestBudget: RequestBudget;
}

/** What a handler may use that answers before the store and all that is built on it are loaded. */
export interface FileServices extends Omit<BaseServices, 'rateGate'> {
  /** Waits for the store. */
  rateGate: Pick<RateGate, 'client'>;
  assets: Assets;
  /** The versions of the widget that are served, the current one first. */
  widgetReleases: () => Promise<WidgetReleases>;
  /** Waits for the store. */
  scriptWidgets: ScriptWidgets;
}

/** Everything that a handler of the publisher's control plane may use. */
export interface ControlPlaneServices extends BaseServices {
  /** Cheapest first. */
  plans: readonly Plan[];
  /** Who may send reports; undefined where no issuer is configured and every sender is accepted. */
  reportSenders: ReportSenders | undefined;
  reportIntake: ReportIntake;
}

/** Everything that a handler of the runtime may use; made once by the composition root. */
export interface Services extends BaseServices {
  visitorMessages: VisitorMessages;
  visitorChat: VisitorChat;
  citedPassages: CitedPassages;
  availability: VisitorAvailability;
  hoursSettings: HoursSettings;
  widgetAuth: WidgetAuth;
  scriptWidgets: ScriptWidgets;
  visitorConversations: VisitorConversations;
  identitySecrets: IdentitySecrets;
  visitorSignIn: VisitorSignIn;
  /** The registered widgets, and the assistants of their chats. */
  widgets: WidgetRegistry;
  assistants: VersionedAssistants;
  assistantProfiles: AssistantProfiles;
  knowledgeFolders: KnowledgeFolders;
  /** Files in blocks, and documents that are made of them. */
  uploads: Uploads;
  documentFiles: DocumentFiles;
  /** Files in conversations. */
  attachments: Attachments;
  attachmentAccess: AttachmentAccess;
  conversationFiles: Pick<ConversationFileStore, 'removeAbandoned'>;
  tryOut: TryOut;
  addedAnswers: AddedAnswers;
  /** Changes of assistants that are tested before visitors get them. */
  candidates: AssistantCandidates;
  questionSets: QuestionSets;
  evaluations: Evaluations;
  adminGate: AdminGate;
  archive: Archive;
  figures: FiguresReader;
  questions: Questions;
  ratedQuestions: RatedQuestions;
  judgments: Judgments;
  reports: Reports;
  sentReports: SentReports;
  retention: Retention;
  settings: Omit<ShownSettings, 'identity'>;
  /** RETENTION_DAYS; 0 keeps conversations for ever. */
  retentionDays: number;
  agentIdentity: AgentIdentity;
  /** The sign-in of agents; undefined where no identity provider is configured. */
  agentSignIn: () => Promise<SignIn | undefined>;
  agentApplications: AgentApplications;
  agentDesk: AgentDesk;
  agentDrafts: AgentDrafts;
  agentPresence: AgentPresence;
  agentQueue: Pick<AgentQueue, 'widgetsChanged'>;
  agentSignals: AgentSignals;
  cannedReplies: CannedReplies;
  closedChats: ClosedChats;
  collabPackage: CollabPackage;
  colleagues: Colleagues;
  notes: Notes;
  notifications: Dispatcher;
  deadLetters: DeadLetters;
  /** Links to conversations in cards. */
  deskLinks: DeskLinks;
  teamsChannel: TeamsChannelSettings;
  /** Undefined if no identity-provider application is configured. */
  activityFeed: () => Promise<ActivityFeedStatus | undefined>;
  seats: SeatGate;
  realtime: Realtime;
  /**
   * The origin for browsers' connections, for example `wss://hub.example.com`; undefined where that is the
   * service itself.
   */
  realtimeOrigin: string | undefined;
  health: HealthCheck;
  modelWatch: ModelWatch;
  sectionEmbedding: Pick<SectionEmbedding, 'run'>;
  assets: Assets;
  /** The versions of the widget that are served, the current one first. */
  widgetReleases: () => Promise<WidgetReleases>;
}
