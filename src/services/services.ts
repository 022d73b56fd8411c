import type { Allowlist } from '../domain/origin.ts';
import type { ShownSettings } from '../domain/shown-settings.ts';
import type { SignIn } from '../domain/sign-in.ts';
import type {
  AgentIdentity,
  Assets,
  Clock,
  KnowledgeFolders,
  Random,
  Realtime,
  Telemetry,
} from '../ports.ts';
import type { AdminGate } from './admin-gate.ts';
import type { AgentDesk } from './agent-desk.ts';
import type { AgentDrafts } from './agent-drafts.ts';
import type { AgentSignals } from './agent-signals.ts';
import type { Archive } from './archive.ts';
import type { AssistantProfiles } from './assistant-profiles.ts';
import type { Assistants } from './assistants.ts';
import type { CannedReplies } from './canned-replies.ts';
import type { ClosedChats } from './closed-chats.ts';
import type { CollabPackage } from './collab-package.ts';
import type { Colleagues } from './colleagues.ts';
import type { FiguresReader } from './figures.ts';
import type { HealthCheck } from './health.ts';
import type { Notes } from './notes.ts';
import type { ModelWatch } from './platform/model-watch.ts';
import type { RateGate } from './rate-gate.ts';
import type { Reports } from './reports.ts';
import type { Retention } from './retention.ts';
import type { SeatGate } from './seat-gate.ts';
import type { SentReports } from './sent-reports.ts';
import type { TryOut } from './try-out.ts';
import type { VisitorChat } from './visitor-chat.ts';
import type { VisitorSignIn } from './visitor-sign-in.ts';
import type { WidgetDoor } from './widget-door.ts';
import type { WidgetRegistry } from './widget-registry.ts';

/** Everything that a handler may use; made once by the composition root. */
export interface Services {
  version: string;
  allowlist: Allowlist;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  rateGate: RateGate;
  visitorChat: VisitorChat;
  widgetDoor: WidgetDoor;
  visitorSignIn: VisitorSignIn;
  /** The registered widgets, and the AI agents of their chats. */
  widgets: WidgetRegistry;
  assistants: Assistants;
  assistantProfiles: AssistantProfiles;
  knowledgeFolders: KnowledgeFolders;
  tryOut: TryOut;
  adminGate: AdminGate;
  archive: Archive;
  figures: FiguresReader;
  reports: Reports;
  sentReports: SentReports;
  retention: Retention;
  settings: ShownSettings;
  agentIdentity: AgentIdentity;
  /** How agents sign in; undefined where no identity provider is set up. */
  agentSignIn: () => Promise<SignIn | undefined>;
  agentDesk: AgentDesk;
  agentDrafts: AgentDrafts;
  agentSignals: AgentSignals;
  cannedReplies: CannedReplies;
  closedChats: ClosedChats;
  collabPackage: CollabPackage;
  colleagues: Colleagues;
  notes: Notes;
  seats: SeatGate;
  realtime: Realtime;
  /** Where browsers connect to it, for example `wss://hub.example.com`; undefined where that is the service itself. */
  realtimeOrigin: string | undefined;
  health: HealthCheck;
  modelWatch: ModelWatch;
  assets: Assets;
}
