import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { directoryAssets } from './adapters/assets/directory.ts';
import { random } from './adapters/system/node.ts';
import { joseTokens } from './adapters/tokens/jose.ts';
import {
  openAgentAccess,
  openAnswerer,
  openJudge,
  openBase,
  openChannels,
  openDocumentReader,
  openEmbedder,
  openModel,
  openPublisher,
  openRealtime,
  openUploads,
  openVault,
  openWorkflows,
  type Replacements,
} from './compose/adapters.ts';
import {
  adminServices,
  agentServices,
  availabilityServices,
  chatServices,
  meaningServices,
  registryServices,
  reportServices,
  widgetServices,
} from './compose/services.ts';
import type { WorkflowNetwork } from './adapters/teams-workflow/workflow-request.ts';
import type { ControlPlaneConfig } from './config-control-plane.ts';
import type { Config } from './config.ts';
import { CATALOGUE } from './domain/plans.ts';
import type { Answerer, AnswerJudge, Clock, ReportSenders, SecretVault } from './ports.ts';
import { assistantChanges } from './services/assistants/assistant-changes.ts';
import { withDailyBudget } from './services/chat/daily-budget.ts';
import { tokensBeside } from './services/chat/tokens-beside.ts';
import { visitorEvents } from './services/chat/visitor-events.ts';
import { notificationServices } from './services/notifications/notifications.ts';
import { collabPackage } from './services/platform/collab-package.ts';
import {
  componentWatch,
  watchedIdentity,
  watchedRealtime,
  watchedUploads,
  watchedVault,
} from './services/platform/component-watch.ts';
import { judgments } from './services/admin/judgments.ts';
import { healthCheck } from './services/platform/health.ts';
import { modelWatch } from './services/platform/model-watch.ts';
import { schedule, type Schedule } from './services/platform/schedule.ts';
import type { ControlPlaneServices, Services } from './services/platform/services.ts';
import { reportIntake } from './services/reports/report-intake.ts';

/** A composed product: its services, and its shutdown. */
export interface Product {
  services: Services;
  /** For work that no request starts. */
  timers: Schedule;
  /** Lets the embedded real-time hub handle upgrade requests; does nothing with the cloud's service. */
  attach(server: Server): void;
  /** Closes all resources after the background work has finished. */
  close(): Promise<void>;
}

export interface Surroundings {
  version: string;
  /** The folder with the built widget and page scripts. */
  assetsDir: string;
  /** The module of the thread that reads documents; default: the built one in `assetsDir`. */
  documentWorker?: URL;
  /** Besides those of the base: a scripted model, a vault. */
  replace?: Replacements & {
    answerer?: Answerer;
    judge?: AnswerJudge;
    vault?: SecretVault;
    /** Where the names of Teams workflows lead. */
    workflowNetwork?: WorkflowNetwork;
  };
}

/** The composition root of the runtime: chooses every adapter and wires the services. */
export async function compose(config: Config, surroundings: Surroundings): Promise<Product> {
  const { version, assetsDir, replace = {} } = surroundings;
  const builtWorker = pathToFileURL(join(assetsDir, 'document-worker.js'));
  const base = await openBase(config, {
    version,
    allowlist: config.allowlist,
    clockOffsetHours: config.cloud ? 0 : config.local.clockOffsetHours,
    deploymentId: config.deploymentId,
    replace,
  });
  const { clock, tokenClock, telemetry, store, identity, secret, background } = base;
  const { rateGate, requestBudget } = base.services;
  const { marketplaceSubscriptionId } = config;
  const components = componentWatch();
  const isWidgetOpen = (id: string) => registry.widgets.isOpen(id);
  const hub = await openRealtime(config, {
    signingKey: () => secret('realtime'),
    isWidgetOpen,
    clock: tokenClock,
    telemetry,
  });
  const realtime = watchedRealtime(hub, components);
  const ports = { store: store.conversations, ledger: store.ledger, realtime, clock, random, telemetry };
  const model = replace.answerer ? undefined : await openModel(config, clock, telemetry);
  const watch = modelWatch({ ...ports, model, requestBudget, wrongPrices: config.wrongPrices });
  const beside = tokensBeside(ports);
  const timers = schedule({ ...ports, background });
  const shared = { ...ports, background, rateGate, requestBudget, stopping: timers.stopping };
  const embedder = replace.answerer ? undefined : await openEmbedder(config, ports);
  const meanings = meaningServices(config, embedder, { ...shared, beside });
  const unlimited = replace.answerer ?? (await openAnswerer(config, model, meanings.open, ports));
  const answerer = withDailyBudget(unlimited, {
    ...ports,
    beside,
    budget: config.assistant.dailyTokenBudget,
  });

  const changes = assistantChanges(shared);
  const registry = registryServices(config, {
    ...shared,
    changes,
    answerer,
    unlimited,
    beside,
    embedding: meanings.work,
    uploadStorage: watchedUploads(openUploads(config, clock), components),
    documentReader: openDocumentReader(surroundings.documentWorker ?? builtWorker, clock),
  });
  const profiles = registry.assistantProfiles;
  const events = visitorEvents({ ...shared, isWidgetOpen });
  const assets = directoryAssets(assetsDir);
  const vault = watchedVault(replace.vault ?? openVault(config, clock), components);
  // The local provider cannot serve Teams, so there is no application id.
  const teamsApp = collabPackage({
    clientId: config.identity.kind === 'entra' ? config.identity.clientId : undefined,
    deployment: identity,
    assets,
  });
  const tokenKey = (purpose: string) => secret(`token:${purpose}`);
  const notifications = notificationServices({
    ...shared,
    vault,
    channels: await openChannels(config, { clock, identity, secret }),
    workflows: openWorkflows(clock, replace.workflowNetwork),
    announcements: changes,
    tokens: joseTokens({ key: tokenKey, clock }),
    teamsAppId: teamsApp.appId,
  });
  const checked = judgments(shared);
  const chat = chatServices(config, {
    ...shared,
    visitorEvents: events,
    notices: notifications.notices,
    answerer,
    profiles,
    beside,
    judge: replace.judge ?? (await openJudge(model, clock)),
    judgments: checked,
  });
  const publisher = await openPublisher(config, clock);
  const agents = agentServices(config, {
    ...shared,
    visitorEvents: events,
    conversations: chat.conversations,
    answerer,
    profiles,
    publisher,
    components,
    quotaChanged: () => statusReports.quotaMayHaveChanged(),
  });

  const visitors = widgetServices({
    ...shared,
    clock: tokenClock,
    widgets: registry.widgets,
    conversations: chat.conversations,
    tokens: joseTokens({ key: tokenKey, clock: tokenClock }),
    secret,
  });

  const access = await openAgentAccess(config, tokenClock);
  const statusReports = reportServices({
    ...shared,
    publisher,
    deployment: identity,
    version,
    marketplaceSubscriptionId,
    quota: async () => (await agents.seats.status()).quotaStatus,
    vault,
  });

  return {
    timers,
    services: {
      ...base.services,
      realtime,
      assets,
      visitorChat: chat.visitorChat,
      ...registry,
      ...visitors,
      ...availabilityServices({ ...shared, presence: agents.agentPresence, widgets: visitors.widgetAuth }),
      agentIdentity: watchedIdentity(access.agentIdentity, components),
      agentSignIn: access.agentSignIn,
      realtimeOrigin: realtimeOrigin(config),
      ...agents,
      reports: statusReports,
      collabPackage: teamsApp,
      ...notifications.services,
      ...adminServices(config, {
        ...shared,
        vault,
        notes: agents.notes,
        beside,
        judgments: checked,
        addedAnswers: registry.addedAnswers,
      }),
      modelWatch: watch,
      sectionEmbedding: meanings.work,
      health: healthCheck({
        ...shared,
        modelWatch: watch,
        componentWatch: components,
        embeddingProblems: meanings.problems,
        deployment: identity,
        marketplaceSubscriptionId,
        reporting: statusReports.status,
      }),
    },
    attach: (server) => realtime.attach?.(server),
    async close() {
      timers.stop();
      await base.close(async () => {
        await realtime.close();
        await access.close();
      });
    },
  };
}

/** The origin of the real-time service for browsers; undefined where it is this service. */
function realtimeOrigin({ realtime }: Config): string | undefined {
  return realtime.kind === 'web-pubsub'
    ? new URL(realtime.endpoint).origin.replace(/^http/, 'ws')
    : undefined;
}

/** The composed control plane: its services, and its shutdown. */
export interface ControlPlane {
  services: ControlPlaneServices;
  close(): Promise<void>;
}

/** The composition root of the publisher's control plane. */
export async function composeControlPlane(
  config: ControlPlaneConfig,
  version: string,
  { clockOffsetHours = 0, ...replace }: Replacements & { clockOffsetHours?: number } = {},
): Promise<ControlPlane> {
  // Price pages of any site read the plans.
  const allowlist = { any: true, origins: new Set<string>() };
  const { services, store, close } = await openBase(config, {
    version,
    allowlist,
    clockOffsetHours,
    replace,
  });
  return {
    services: {
      ...services,
      plans: CATALOGUE,
      reportSenders: await openReportSenders(config, services.clock),
      reportIntake: reportIntake({ ...services, ledger: store.ledger, rebind: config.rebind }),
    },
    close,
  };
}

/** Who may send reports to the control plane; undefined where every sender may. */
async function openReportSenders(
  { reportTokens }: ControlPlaneConfig,
  clock: Clock,
): Promise<ReportSenders | undefined> {
  if (!reportTokens) return undefined;
  const { reportSenders } = await import('./adapters/identity/report-senders.ts');
  return reportSenders({ ...reportTokens, clock });
}
