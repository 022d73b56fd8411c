import type { Server } from 'node:http';
import { citableSections, documentSections } from './adapters/knowledge/document-sections.ts';
import { folderDocuments, knowledgeFolders, readFolder } from './adapters/knowledge/folder.ts';
import { phrasesFor } from './adapters/scripted/phrases.ts';
import { random } from './adapters/system/node.ts';
import { conversationActionServices, openActionTokens } from './compose/actions.ts';
import { openAdapters } from './compose/adapters.ts';
import { accessServices } from './compose/access.ts';
import { openSharedParts, type RuntimeReplacements } from './compose/shared-parts.ts';
import { bootstrapRuntime, type Bootstrap } from './compose/bootstrap.ts';
import { detectLanguages, readQuestionWords } from './compose/knowledge.ts';
import { realtimeOrigin } from './compose/realtime.ts';
import { watchedEmbedding } from './config/embedding.ts';
import { firstAssistant, settingsOfEnvironment, shownSettings } from './config/derived-settings.ts';
import type { Config } from './config/config.ts';
import { pricing } from './spending/rules/cost.ts';
import { adminServices } from './compose/admin.ts';
import { serviceSettings } from './email/service-settings.ts';
import { serviceSwitches } from './platform/switches.ts';
import { availabilityServices, openZones } from './compose/availability.ts';
import { conversationServices } from './compose/conversations.ts';
import { answeringServices } from './compose/answering.ts';
import { assistantStorage } from './assistants/assistant-storage.ts';
import { assistantServices } from './compose/assistants.ts';
import { attachmentServices, chatServices } from './compose/chat.ts';
import { deskServices } from './compose/desk.ts';
import { notes } from './conversations/notes.ts';
import { emailParts, emailServices } from './compose/email.ts';
import { websiteServices } from './compose/websites.ts';
import { notificationServices, openActivityFeed } from './compose/notifications.ts';
import { schedule } from './platform/background.ts';
import { componentWatch, watched } from './operations/component-watch.ts';
import { operationsServices } from './compose/operations.ts';
import { publisherServices } from './compose/publisher.ts';
import { secretEraser } from './widgets/identity-secrets.ts';
import { tagSightings } from './widgets/tag-sightings.ts';
import { openWidgetServices, widgetServices } from './compose/widgets.ts';

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
  const { openWidgets } = openWidgetServices({ ...stored, clock, random, telemetry });
  const adapters = await openAdapters(config, {
    base,
    assetsDir,
    replace,
    components,
    isWidgetOpen: openWidgets.isOpen,
  });
  const { realtime, uploadStorage, vault, tokens, documentReader, emailSender, publisher } = adapters;
  const { model, embedder, judge, translator, openAnswerers } = adapters.models;
  const sections = documentSections(adapters.parse);
  const timers = schedule({ clock, background });
  const shared = {
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
  const storage = assistantStorage({ ...shared, first: firstAssistant(config) });
  const modelPricing = pricing(config.prices, config.embeddingPrice);
  const { answerer, visitorAnswerer, otherUsage, isBudgetSpent, sectionEmbedding, embeddingProblems } =
    await answeringServices({
      shared,
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
  const assistantArea = assistantServices({
    shared,
    openWidgets,
    storage,
    readFolder: (folder) => readFolder(config.assistant.knowledgeDir, folder),
    hasFolder: config.assistant.knowledgeDir !== '',
    onKnowledgeChanged: sectionEmbedding.onKnowledgeChanged,
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
    actionTokens: openActionTokens(config, { ...shared, vault, clock: tokenClock }),
    conversationKey: () => secret('action-conversations'),
    removeWebsites: (id) => websites.websiteSources.removeOf(id),
  });
  const { assistants, widgets, defaultWidgets, assistantProfiles: profiles } = assistantArea;
  const websites = websiteServices({
    shared,
    documentSections: sections,
    websites: adapters.websites,
    onKnowledgeChanged: assistantArea.onKnowledgeChanged,
    knowsAssistant: async (id) => (await assistants.find(id)) !== undefined,
  });
  const { colleagues, agentPresence, hoursSettings } = availabilityServices(shared);
  const switches = serviceSwitches(shared);
  const { closeAgentAccess, ...access } = accessServices({
    shared,
    config,
    tokenClock,
    components,
    deployment: identity,
    assets,
  });
  const currentApplication = access.agentApplications.current;
  const settings = serviceSettings({ ...shared, environment: settingsOfEnvironment(config) });
  const email = emailParts({
    shared,
    counters: store.counters,
    tokens,
    emailSender,
    settings: config.email,
    serviceSettings: settings,
    defaultWidgets,
    serviceOrigin: config.websites.aboutOrigin,
    hashKey: () => secret('email-addresses'),
    widgets,
    hoursSettings,
    reportsSecret: () => secret('email-reports'),
  });
  const agentNotes = notes(shared);
  const { notices, ...notifications } = notificationServices({
    shared,
    vault,
    tokens,
    channels: [...adapters.channels, email.channel],
    workflows: adapters.workflows,
    feed: openActivityFeed(config, clock, { currentApplication, exchangeToken: replace.exchangeToken }),
    currentApplication,
    colleagues,
    mentionedIn: agentNotes.mentionedIn,
    teamsHost: config.microsoftCloud.teamsHost,
    chainKey: () => secret('feed-chains'),
    teamsAppId: access.collabPackage.appId,
  });
  const files = attachmentServices({
    shared,
    uploadStorage,
    counters: store.counters,
    tokens,
    findWidget: widgets.find,
    hashKey: () => secret('attachment-quota'),
    settings: config.attachments,
    idKey: () => secret('attachment-ids'),
  });
  const { conversations, threads, visitorEvents, tags } = conversationServices({
    shared,
    isWidgetOpen: openWidgets.isOpen,
    notices,
    continueDays: config.continueDays,
  });
  const { plan, seats, reports } = publisherServices({
    shared,
    publisher,
    vault,
    components,
    planId: config.planId,
    seatWindowDays: config.seatWindowDays,
    otherUsage,
    deployment: identity,
    version,
    marketplaceSubscriptionId,
  });
  const { agentReplies, ...desk } = deskServices({
    shared,
    answerer,
    conversations,
    attachments: files.attachments,
    emailIsOn: email.isOn,
    threads,
    visitorEvents,
    profiles,
    widgets,
    hoursSettings,
    pricing: modelPricing,
    hasModel: config.model.kind !== 'knowledge',
    translator,
    languages: detectLanguages,
    isBudgetSpent,
    plan,
    seats,
    colleagues,
    notes: agentNotes,
    tags,
    conversationLimit: config.agentConversationLimit,
  });
  const { openTurnActions, ...acts } = conversationActionServices({
    shared,
    actionRunner: replace.actionRunner ?? assistantArea.actionRunner,
    conversations,
    agentReplies,
    profiles,
    readWords: readQuestionWords,
    say: phrasesFor,
  });
  const chat = chatServices({
    shared,
    openTurnActions,
    visitorAnswerer,
    conversations,
    attachments: files.attachments,
    profiles,
    pricing: modelPricing,
    agentPresence,
    hoursSettings,
    widgets,
    zones: openZones,
    citableSections: citableSections(config.assistant.knowledgeDir, adapters.parse),
    allowlist,
    switches,
    say: phrasesFor,
    emailIsOn: email.isOn,
    threads,
    continueDays: config.continueDays,
  });
  const visitors = widgetServices({
    shared,
    tokenClock,
    widgets,
    conversations,
    threads,
    eraseSecrets,
    counters: store.counters,
    directories: adapters.directories,
    identityTokens: adapters.identityTokens,
    vault,
    tokens: adapters.visitorTokens,
    hashKey: () => secret('visitors'),
  });
  const admin = adminServices({
    shared,
    vault,
    emailSender,
    admin: config.admin,
    serviceSettings: settings,
    notes: agentNotes,
    threads,
    tags,
    conversationFiles: files.conversationFiles,
    addedAnswers: assistantArea.addedAnswers,
    assistants,
    documents: assistantArea.assistantDocuments,
    actions: assistantArea.actions,
    websiteSources: websites.websiteSources,
    widgets,
    defaultWidgets,
    cannedReplies: desk.cannedReplies,
    hoursSettings,
    teamsChannel: notifications.teamsChannel,
    otherUsage,
    readWords: readQuestionWords,
    zones: openZones,
  });
  const operations = operationsServices({
    shared,
    model,
    embedding: watchedEmbedding(config.embedding),
    wrongPrices: config.wrongPrices,
    otherUsage,
    componentWatch: components,
    embeddingProblems,
    deployment: identity,
    marketplaceSubscriptionId,
    reporting: reports.status,
  });

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
      ...assistantArea,
      ...websites,
      knowledgeFolders: knowledgeFolders(config.assistant.knowledgeDir),
      ...visitors,
      serviceSettings: settings,
      ...emailServices({
        shared,
        settings: config.email,
        email,
        conversations,
        threads,
        tokens,
        tokenClock,
      }),
      hoursSettings,
      switches,
      tagSightings: tagSightings(shared),
      ...access,
      agentPresence,
      colleagues,
      seats,
      realtimeOrigin: realtimeOrigin(config),
      ...desk,
      reports,
      ...notifications,
      settings: shownSettings(config),
      ...admin,
      ...operations,
      sectionEmbedding,
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
        await closeAgentAccess();
      });
    },
  };
}
