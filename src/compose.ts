import type { Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { azureCredential } from './adapters/credential/azure.ts';
import { citableSections, documentSections } from './adapters/knowledge/document-sections.ts';
import { folderDocuments, knowledgeFolders } from './adapters/knowledge/folder.ts';
import { openModels } from './adapters/model/configured.ts';
import { random } from './adapters/system/node.ts';
import { joseTokens } from './adapters/tokens/jose.ts';
import {
  openActivityFeed,
  openChannels,
  openDocumentReader,
  openIdentityTokens,
  openMarkdownParser,
  openVisitorDirectories,
  openPublisher,
  openRealtime,
  openUploads,
  openVault,
  openWorkflows,
  openZones,
  readQuestionWords,
  realtimeOrigin,
} from './compose/adapters.ts';
import { openAgentAccess } from './compose/agent-access.ts';
import { openSharedParts, type RuntimeReplacements } from './compose/shared-parts.ts';
import { bootstrapRuntime, type Bootstrap } from './compose/bootstrap.ts';
import { builtInAssistant, shownSettings } from './config-records.ts';
import type { Config } from './config.ts';
import { pricing } from './domain/cost.ts';
import { adminServices } from './services/admin/admin-services.ts';
import { hoursSettings } from './services/admin/business-hours.ts';
import { answeringServices } from './services/assistants/answering-services.ts';
import { registryServices } from './services/assistants/registry-services.ts';
import { visitorAvailability } from './services/chat/availability.ts';
import { attachmentServices, chatServices } from './services/chat/chat-services.ts';
import { visitorEvents } from './services/chat/visitor-events.ts';
import { agentApplications } from './services/desk/agent-applications.ts';
import { deskServices } from './services/desk/desk-services.ts';
import { notificationServices } from './services/notifications/notification-services.ts';
import { schedule, type Schedule } from './services/platform/background.ts';
import { collabPackage } from './services/platform/collab-package.ts';
import {
  componentWatch,
  watchedIdentity,
  watchedRealtime,
  watchedUploads,
  watchedVault,
} from './services/platform/component-watch.ts';
import { healthCheck } from './services/platform/health.ts';
import { modelWatch } from './services/platform/model-watch.ts';
import type { Services } from './services/platform/services.ts';
import { reportServices } from './services/reports/report-services.ts';
import { widgetServices } from './services/widgets/widget-services.ts';

/** A composed product: its services, and its shutdown. */
export interface Product {
  services: Services;
  /** For work that no request starts. */
  timers: Schedule;
  /** Connects in the background what the first conversation needs: the store and the model. */
  prepare(): void;
  /** Lets the embedded real-time hub handle upgrade requests; does nothing with the cloud's service. */
  attach(server: Server): void;
  /** Closes all resources after the background work has finished. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  version: string;
  /** The folder with the built widget, page scripts and the modules of threads. */
  assetsDir: string;
  replace?: RuntimeReplacements;
  /** What was opened before the rest; default: it is opened with the rest. */
  first?: Bootstrap;
}

/** The composition root of the runtime: chooses every adapter and wires the services. */
export async function compose(config: Config, options: ComposeOptions): Promise<Product> {
  const { version, assetsDir, replace = {} } = options;
  const first = options.first ?? bootstrapRuntime(config, options);
  const base = await openSharedParts(config, first, config.deploymentId);
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
  const timers = schedule({ ...ports, background });
  const shared = { ...ports, background, rateGate, requestBudget, stopping: timers.stopping };

  const uploadStorage = watchedUploads(openUploads(config, clock), components);
  const tokenKey = (purpose: string) => secret(`token:${purpose}`);
  const { token } = azureCredential({ cloud: config.cloud, clientId: config.clientId, clock });
  const parse = openMarkdownParser(assetsDir, clock);
  const parts = { ...shared, token, parse };
  const { model, embedder, judge, openAnswerer } = await openModels(config, parts, replace);
  const { asking, sectionEmbedding, embeddingProblems } = await answeringServices({
    ...shared,
    openAnswerer,
    budget: config.assistant.dailyTokenBudget,
    pricing: pricing(config.prices, config.embeddingPrice),
    embedder,
    setting: config.embedding.kind === 'openai' ? 'EMBEDDING_MODEL' : 'EMBEDDING_DEPLOYMENT',
    price: config.embeddingPrice,
    documentSections: documentSections(parse),
    folder: () => folderDocuments(config.assistant.knowledgeDir, ''),
  });
  const watch = modelWatch({ ...shared, model, wrongPrices: config.wrongPrices });
  const registry = registryServices({
    ...shared,
    ...asking,
    builtIn: builtInAssistant(config),
    embedding: sectionEmbedding,
    forgetSecrets: (secrets) => visitors.identitySecrets.overwrite(secrets),
    uploadStorage,
    documentReader: openDocumentReader(pathToFileURL(join(assetsDir, 'document-worker.js')), clock),
  });
  const profiles = registry.assistantProfiles;
  const events = visitorEvents({ ...shared, isWidgetOpen });
  const { assets } = first.services;
  const vault = watchedVault(replace.vault ?? openVault(config, clock), components);
  // The local provider cannot serve Teams, so there is no application id.
  const applications = agentApplications({
    ...shared,
    fromEnvironment: config.identity.application,
    hasLocalAgents: !config.cloud,
  });
  const currentApplication = applications.current;
  const teamsApp = collabPackage({
    currentApplication,
    deployment: identity,
    assets,
  });
  const notifications = notificationServices({
    ...shared,
    vault,
    channels: await openChannels(config, { clock, identity, secret }),
    workflows: openWorkflows(clock, replace.workflowNetwork),
    feed: openActivityFeed(config, clock, { currentApplication, exchangeToken: replace.exchangeToken }),
    currentApplication,
    agents: { known: () => desk.colleagues.known() },
    teamsHost: config.microsoftCloud.teamsHost,
    chainKey: () => secret('feed-chains'),
    tokens: joseTokens({ key: tokenKey, clock }),
    teamsAppId: teamsApp.appId,
  });
  const files = attachmentServices({
    ...shared,
    uploadStorage,
    counters: store.counters,
    tokens: joseTokens({ key: tokenKey, clock }),
    findWidget: (id) => registry.widgets.find(id),
    turn: setImmediate,
    hashKey: () => secret('attachment-quota'),
    settings: config.attachments,
    idKey: () => secret('attachment-ids'),
  });
  const chat = chatServices({
    ...shared,
    ...asking,
    citableSections: citableSections(config.assistant.knowledgeDir, parse),
    judge,
    visitorEvents: events,
    attachments: files.attachments,
    notices: notifications.notices,
    availability: { known: (widgetId) => availability.known(widgetId) },
    profiles,
    allowlist: config.allowlist,
  });
  const { plan, reports } = reportServices({
    ...shared,
    ...asking,
    publisher: await openPublisher(config, clock),
    planId: config.planId,
    deployment: identity,
    version,
    marketplaceSubscriptionId,
    quota: async () => (await desk.seats.status()).quotaStatus,
    vault,
  });
  const desk = deskServices({
    ...shared,
    ...asking,
    widgets: registry.widgets,
    attachments: files.attachments,
    visitorEvents: events,
    conversations: chat.conversations,
    profiles,
    hasModel: config.model.kind !== 'knowledge',
    plan: () => components.observe('plan', plan()),
    quotaChanged: () => reports.quotaMayHaveChanged(),
    seatWindowDays: config.seatWindowDays,
    conversationLimit: config.agentConversationLimit,
  });

  const visitors = widgetServices({
    ...shared,
    counters: store.counters,
    counterClock: clock,
    clock: tokenClock,
    widgets: registry.widgets,
    conversations: chat.conversations,
    directories: openVisitorDirectories(config, tokenClock),
    identityTokens: openIdentityTokens(tokenClock, replace.identityNetwork),
    vault,
    tokens: joseTokens({ key: tokenKey, clock: tokenClock }),
    hashKey: () => secret('visitors'),
  });

  const access = openAgentAccess(config, tokenClock, currentApplication);
  const hours = hoursSettings(shared);
  const availability = visitorAvailability({
    ...shared,
    presence: desk.agentPresence,
    settings: hours,
    widgets: visitors.widgetAuth,
    zones: openZones,
  });

  return {
    timers,
    prepare() {
      background.run(base.secret('rate-limits'));
      if (model) background.run(model.prepare());
    },
    services: {
      ...base.services,
      realtime,
      visitorMessages: chat.visitorMessages,
      visitorChat: chat.visitorChat,
      ...files,
      citedPassages: chat.citedPassages,
      ...registry,
      knowledgeFolders: knowledgeFolders(config.assistant.knowledgeDir),
      ...visitors,
      hoursSettings: hours,
      availability,
      agentIdentity: watchedIdentity(access.agentIdentity, components),
      agentSignIn: access.agentSignIn,
      agentApplications: applications,
      realtimeOrigin: realtimeOrigin(config),
      ...desk,
      reports,
      collabPackage: teamsApp,
      ...notifications.services,
      settings: shownSettings(config),
      ...adminServices({
        ...shared,
        ...asking,
        admin: config.admin,
        retentionDays: config.retentionDays,
        vault,
        notes: desk.notes,
        conversationFiles: files.conversationFiles,
        readWords: readQuestionWords,
        addedAnswers: registry.addedAnswers,
      }),
      modelWatch: watch,
      sectionEmbedding,
      health: healthCheck({
        ...shared,
        ...asking,
        modelWatch: watch,
        componentWatch: components,
        embeddingProblems,
        deployment: identity,
        marketplaceSubscriptionId,
        reporting: reports.status,
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
