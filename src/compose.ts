import type { Server } from 'node:http';
import { citableSections, documentSections } from './adapters/knowledge/document-sections.ts';
import { folderDocuments, knowledgeFolders, readFolder } from './adapters/knowledge/folder.ts';
import { phrasesFor } from './adapters/scripted/phrases.ts';
import { random } from './adapters/system/node.ts';
import { openActionTokens } from './compose/actions.ts';
import { openAdapters } from './compose/adapters.ts';
import { openAgentAccess } from './compose/agent-access.ts';
import { openSharedParts, type RuntimeReplacements } from './compose/shared-parts.ts';
import { bootstrapRuntime, type Bootstrap } from './compose/bootstrap.ts';
import { detectLanguages, readQuestionWords } from './compose/knowledge.ts';
import { openActivityFeed } from './compose/outgoing.ts';
import { realtimeOrigin } from './compose/realtime.ts';
import { openZones } from './compose/time-zones.ts';
import { firstAssistant, shownSettings } from './config-records.ts';
import type { Config } from './config.ts';
import { pricing } from './domain/cost.ts';
import { conversationActionServices } from './services/actions/conversation-action-services.ts';
import { agentReplies } from './services/desk/agent-replies.ts';
import { adminServices } from './services/admin/admin-services.ts';
import { settingsTransfer } from './services/admin/settings-transfer.ts';
import { hoursSettings } from './services/admin/business-hours.ts';
import { serviceSwitches } from './services/admin/switches.ts';
import { answeringServices } from './services/assistants/answering-services.ts';
import { assistantStorage } from './services/assistants/assistant-storage.ts';
import { registryServices } from './services/assistants/registry-services.ts';
import { visitorAvailability } from './services/chat/availability.ts';
import { attachmentServices, chatServices } from './services/chat/chat-services.ts';
import { conversations } from './services/chat/conversations.ts';
import { visitorEvents } from './services/chat/visitor-events.ts';
import { agentApplications } from './services/desk/agent-applications.ts';
import { agentPresence as presence } from './services/desk/agent-presence.ts';
import { colleagues } from './services/desk/colleagues.ts';
import { deskServices } from './services/desk/desk-services.ts';
import { notes } from './services/desk/notes.ts';
import { tags } from './services/desk/tags.ts';
import { seatGate } from './services/desk/seat-gate.ts';
import { emailParts, visitorEmailServices } from './services/email/email-services.ts';
import { knowledgeServices } from './services/knowledge/knowledge-services.ts';
import { notificationServices } from './services/notifications/notification-services.ts';
import { schedule } from './services/platform/background.ts';
import { collabPackage } from './services/platform/collab-package.ts';
import { componentWatch, watched } from './services/platform/component-watch.ts';
import { healthCheck } from './services/platform/health.ts';
import { modelWatch } from './services/platform/model-watch.ts';
import { currentPlan } from './services/reports/plan.ts';
import { reportServices } from './services/reports/report-services.ts';
import { secretEraser } from './services/widgets/identity-secrets.ts';
import { openWidgets } from './services/widgets/open-widgets.ts';
import { widgetServices } from './services/widgets/widget-services.ts';

interface ComposeOptions {
  version: string;
  /** The folder with the built widget, page scripts and the modules of threads. */
  assetsDir: string;
  replace?: RuntimeReplacements;
  /** The parts that were opened earlier; default: they are opened with the rest. */
  first?: Bootstrap;
}

/** A composed product: its services, and its shutdown. */
export type Product = Awaited<ReturnType<typeof compose>>;

/** Everything that a handler of the runtime may use. */
export type Services = Product['services'];

/** The composition root of the runtime: chooses every adapter and wires the services. */
export async function compose(config: Config, options: ComposeOptions) {
  const { version, assetsDir, replace = {} } = options;
  const first = options.first ?? bootstrapRuntime(config, options);
  const base = await openSharedParts(config, first, config.deploymentId);
  const { clock, tokenClock, telemetry, store, identity, secret, background } = base;
  const { rateGate, requestBudget, assets } = base.services;
  const { marketplaceSubscriptionId, allowlist } = config;
  const components = componentWatch(telemetry);
  const stored = {
    store: watched(store.conversations, { component: 'database', watch: components, writes: ['commit'] }),
    ledger: store.ledger,
  };

  // Adapters.
  const widgetStates = openWidgets({ ...stored, clock, random, telemetry });
  const adapters = await openAdapters(config, {
    base,
    assetsDir,
    replace,
    components,
    isWidgetOpen: widgetStates.isOpen,
  });
  const { realtime, uploadStorage, vault, tokens, documentReader, emailSender, publisher } = adapters;
  const { model, embedder, judge, translator, openAnswerers } = adapters.models;
  const sections = documentSections(adapters.parse);
  const timers = schedule({ clock, background });
  const platform = {
    ...stored,
    realtime,
    clock,
    random,
    telemetry,
    background,
    rateGate,
    requestBudget,
    stopping: timers.stopping,
  };

  // Services, each after those that it uses.
  const storage = assistantStorage({ ...platform, first: firstAssistant(config) });
  const modelPricing = pricing(config.prices, config.embeddingPrice);
  const { answerer, visitorAnswerer, otherUsage, isBudgetSpent, sectionEmbedding, embeddingProblems } =
    await answeringServices({
      platform,
      storage,
      openAnswerers,
      budget: config.assistant.dailyTokenBudget,
      embedder,
      setting: config.embedding.kind === 'openai' ? 'EMBEDDING_MODEL' : 'EMBEDDING_DEPLOYMENT',
      price: config.embeddingPrice,
      documentSections: sections,
      folder: () => folderDocuments(config.assistant.knowledgeDir, ''),
    });
  const eraseSecrets = secretEraser({ vault, background });
  const registry = registryServices({
    platform,
    openWidgets: widgetStates,
    storage,
    readFolder: (folder) => readFolder(config.assistant.knowledgeDir, folder),
    hasFolder: config.assistant.knowledgeDir !== '',
    onDocumentsChange() {
      sectionEmbedding.afterChange();
    },
    answerer,
    judge,
    otherUsage,
    isBudgetSpent,
    pricing: modelPricing,
    eraseSecrets,
    uploadStorage,
    documentSections: sections,
    documentReader,
    vault,
    actionCalls: adapters.actionCalls,
    apiDescriptions: adapters.apiDescriptions,
    actionTokens: openActionTokens(config, { ...platform, vault, clock: tokenClock }),
    conversationKey: () => secret('action-conversations'),
    removeWebsites: (id) => knowledge.websiteSources.removeOf(id),
  });
  const { widgets, assistantProfiles: profiles } = registry;
  const knowledge = knowledgeServices({
    platform,
    documentSections: sections,
    websites: adapters.websites,
    onPublished: registry.onKnowledgeChange,
    knowsAssistant: async (id) => (await registry.assistants.find(id)) !== undefined,
  });
  const everyone = colleagues(platform);
  const agentPresence = presence({ ...platform, colleagues: everyone });
  const hours = hoursSettings(platform);
  const switches = serviceSwitches(platform);
  const availability = visitorAvailability({
    ...platform,
    presence: agentPresence,
    settings: hours,
    widgets,
    zones: openZones,
  });
  // The local provider cannot serve Teams, so there is no application id.
  const applications = agentApplications({
    ...platform,
    fromEnvironment: config.identity.application,
    hasLocalAgents: !config.cloud,
  });
  const currentApplication = applications.current;
  const access = openAgentAccess(config, tokenClock, currentApplication);
  const teamsApp = collabPackage({ currentApplication, deployment: identity, assets });
  const email = emailParts({
    platform,
    counters: store.counters,
    tokens,
    emailSender,
    settings: config.email,
    serviceOrigin: config.websites.aboutOrigin,
    hashKey: () => secret('email-addresses'),
    widgets,
    hoursSettings: hours,
    reportsSecret: () => secret('email-reports'),
  });
  const agentNotes = notes(platform);
  const { notices, ...notifications } = notificationServices({
    platform,
    vault,
    tokens,
    channels: [...adapters.channels, email.channel],
    workflows: adapters.workflows,
    feed: openActivityFeed(config, clock, { currentApplication, exchangeToken: replace.exchangeToken }),
    currentApplication,
    agents: everyone,
    mentionedIn: agentNotes.mentionedIn,
    teamsHost: config.microsoftCloud.teamsHost,
    chainKey: () => secret('feed-chains'),
    teamsAppId: teamsApp.appId,
  });
  const files = attachmentServices({
    platform,
    uploadStorage,
    counters: store.counters,
    tokens,
    findWidget: widgets.find,
    hashKey: () => secret('attachment-quota'),
    settings: config.attachments,
    idKey: () => secret('attachment-ids'),
  });
  const events = visitorEvents({ realtime, isWidgetOpen: widgetStates.isOpen });
  const changes = conversations({ ...platform, visitorEvents: events, notices });
  const replies = agentReplies({
    ...platform,
    conversations: changes,
    attachments: files.attachments,
    emailIsOn: email.isOn,
  });
  const { openTurnActions, ...acts } = conversationActionServices({
    platform,
    actionRunner: replace.actionRunner ?? registry.actionRunner,
    conversations: changes,
    agentReplies: replies,
    profiles,
    readWords: readQuestionWords,
    say: phrasesFor,
  });
  const chat = chatServices({
    platform,
    openTurnActions,
    answerer: visitorAnswerer,
    conversations: changes,
    attachments: files.attachments,
    profiles,
    pricing: modelPricing,
    availability,
    citableSections: citableSections(config.assistant.knowledgeDir, adapters.parse),
    allowlist,
    switches,
    say: phrasesFor,
  });
  const publishedPlan = currentPlan({ ...platform, publisher, planId: config.planId });
  const plan = () => components.observe('plan', publishedPlan());
  const seats = seatGate({ ...platform, plan, seatWindowDays: config.seatWindowDays });
  const reports = reportServices({
    platform,
    publisher,
    vault,
    otherUsage,
    seats,
    deployment: identity,
    version,
    marketplaceSubscriptionId,
  });
  const tagCatalog = tags(platform);
  const desk = deskServices({
    platform,
    answerer,
    conversations: changes,
    replies,
    visitorEvents: events,
    profiles,
    widgets,
    hoursSettings: hours,
    pricing: modelPricing,
    hasModel: config.model.kind !== 'knowledge',
    translator,
    languages: detectLanguages,
    isBudgetSpent,
    plan,
    seats,
    colleagues: everyone,
    notes: agentNotes,
    tags: tagCatalog,
    conversationLimit: config.agentConversationLimit,
  });
  const visitors = widgetServices({
    platform,
    tokenClock,
    widgets,
    conversations: changes,
    eraseSecrets,
    counters: store.counters,
    directories: adapters.directories,
    identityTokens: adapters.identityTokens,
    vault,
    tokens: adapters.visitorTokens,
    hashKey: () => secret('visitors'),
  });
  const admin = adminServices({
    platform,
    vault,
    emailSender,
    admin: config.admin,
    retentionDays: config.retentionDays,
    notes: agentNotes,
    tags: tagCatalog,
    conversationFiles: files.conversationFiles,
    addedAnswers: registry.addedAnswers,
    otherUsage,
    readWords: readQuestionWords,
    zones: openZones,
  });
  const watch = modelWatch({ ...platform, model, wrongPrices: config.wrongPrices });

  return {
    /** For work that no request starts. */
    timers,
    /** Connects in the background what the first conversation needs: the store and the model. */
    prepare() {
      background.run(base.secret('rate-limits'));
      if (model) background.run(model.prepare());
    },
    services: {
      ...base.services,
      realtime,
      ...files,
      ...chat,
      ...acts,
      ...registry,
      ...knowledge,
      knowledgeFolders: knowledgeFolders(config.assistant.knowledgeDir),
      ...visitors,
      deliveryReports: email.reports,
      ...visitorEmailServices({ platform, email, conversations: changes, tokens, tokenClock }),
      hoursSettings: hours,
      switches,
      availability,
      agentIdentity: watched(access.agentIdentity, {
        component: 'identity',
        watch: components,
        reads: ['verify', 'signingKeys'],
      }),
      agentSignIn: access.agentSignIn,
      agentApplications: applications,
      agentPresence,
      colleagues: everyone,
      seats,
      realtimeOrigin: realtimeOrigin(config),
      ...desk,
      reports,
      collabPackage: teamsApp,
      ...notifications,
      settings: shownSettings(config),
      ...admin,
      settingsTransfer: settingsTransfer({
        ...platform,
        assistants: registry.assistants,
        documents: registry.assistantDocuments,
        actions: registry.actions,
        websiteSources: knowledge.websiteSources,
        widgets,
        tags: tagCatalog,
        cannedReplies: desk.cannedReplies,
        hoursSettings: hours,
        teamsChannel: notifications.teamsChannel,
      }),
      modelWatch: watch,
      sectionEmbedding,
      health: healthCheck({
        ...platform,
        otherUsage,
        modelWatch: watch,
        componentWatch: components,
        embeddingProblems,
        deployment: identity,
        marketplaceSubscriptionId,
        reporting: reports.status,
      }),
    },
    /** Lets the embedded real-time hub handle upgrade requests; does nothing with the cloud's service. */
    attach: (server: Server) => realtime.attach?.(server),
    /** Closes the connections of the embedded hub, for whose end an attached server waits when it closes. */
    async detach(): Promise<void> {
      if (realtime.attach) await realtime.close();
    },
    /** Closes all resources after the background work has finished. */
    async close(): Promise<void> {
      timers.stop();
      await base.close(async () => {
        await realtime.close();
        await access.close();
      });
    },
  };
}
