import type { Server } from 'node:http';
import { directoryAssets } from './adapters/assets/directory.ts';
import { publisherOff } from './adapters/publisher/off.ts';
import { adminServices } from './compose/admin.ts';
import { agentServices } from './compose/agents.ts';
import { openIdentity } from './compose/identity.ts';
import { openRealtime } from './compose/realtime.ts';
import { registryServices } from './compose/registry.ts';
import { openStore } from './compose/store.ts';
import { requestBudgets } from './compose/request-budget.ts';
import { derivedKey, random, systemClock } from './compose/system.ts';
import { openTelemetry } from './compose/telemetry.ts';
import { openVault } from './compose/vault.ts';
import { widgetServices } from './compose/widgets.ts';
import type { Config } from './config.ts';
import { endWithin } from './domain/concurrency.ts';
import { pricing } from './domain/pricing.ts';
import type { Answerer, Clock, LanguageModel, Publisher, SecretVault, Telemetry } from './ports.ts';
import { background } from './services/platform/background.ts';
import {
  componentWatch,
  watchedIdentity,
  watchedRealtime,
  watchedVault,
} from './services/platform/component-watch.ts';
import { collabPackage } from './services/platform/collab-package.ts';
import { conversations } from './services/chat/conversations.ts';
import { withDailyBudget } from './services/chat/daily-budget.ts';
import { deployment } from './services/platform/deployment.ts';
import { healthCheck } from './services/platform/health.ts';
import { modelWatch } from './services/platform/model-watch.ts';
import { rateGate } from './services/chat/rate-gate.ts';
import { reportJournal } from './services/reports/report-journal.ts';
import { reports } from './services/reports/reports.ts';
import { tokenWindows } from './services/reports/token-windows.ts';
import { schedule, type Schedule } from './services/platform/schedule.ts';
import type { Services } from './services/platform/services.ts';
import { turns } from './services/chat/turns.ts';
import { visitorEvents } from './services/chat/visitor-events.ts';
import { visitorChat } from './services/chat/visitor-chat.ts';

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
  /**
   * Replacements for tests and benchmarks: a clock that is moved, a scripted model, a recording telemetry, a
   * vault.
   */
  replace?: { clock?: Clock; answerer?: Answerer; telemetry?: Telemetry; vault?: SecretVault };
}

/** How long shutdown waits for background work. */
const BACKGROUND_END_MS = 2_000;

/** The composition root: chooses every adapter and wires the services. */
export async function compose(config: Config, surroundings: Surroundings): Promise<Product> {
  const { version, assetsDir, replace = {} } = surroundings;
  const unbounded = replace.clock ?? systemClock(config.cloud ? 0 : config.local.clockOffsetHours);
  const requestBudget = requestBudgets(unbounded);
  const clock = requestBudget.bounded(unbounded);
  // Tokens that another system issues or verifies use the real time, without the local host's offset.
  const tokenClock = requestBudget.bounded(replace.clock ?? systemClock(0));
  const telemetry = replace.telemetry ?? openTelemetry(config, clock);
  const store = await openStore(config, { clock, telemetry });
  const identity = deployment(store.ledger, random, config.deploymentId);
  const secret = async (purpose: string) => derivedKey((await identity()).secret, purpose);
  const components = componentWatch();
  const hub = await openRealtime(config, {
    signingKey: () => secret('realtime'),
    isWidgetOpen: (id) => registry.widgets.isOpen(id),
    clock: tokenClock,
    telemetry,
  });
  const realtime = watchedRealtime(hub, components);
  const model = replace.answerer ? undefined : await openModel(config, clock, telemetry);
  const watch = modelWatch({ model, ledger: store.ledger, clock, random, telemetry });
  const unlimited = replace.answerer ?? (await openAnswerer(config, model, clock, telemetry));
  const answerer = withDailyBudget(unlimited, {
    budget: config.assistant.dailyTokenBudget,
    store: store.conversations,
    clock,
  });

  const shared = {
    store: store.conversations,
    realtime,
    clock,
    random,
    telemetry,
    background: background(telemetry),
  };
  const timers = schedule(shared);
  const interruptible = { ...shared, stopping: timers.stopping };
  const registry = registryServices(config, { ...interruptible, ledger: store.ledger, answerer });
  const told = visitorEvents({ ...shared, isWidgetOpen: (id) => registry.widgets.isOpen(id) });
  const changes = conversations({ ...shared, visitorEvents: told });
  const gate = rateGate({
    ...shared,
    counters: store.counters,
    hashKey: async () => Buffer.from(await secret('rate-limits')).toString('base64'),
    limits: config.rateLimits,
  });
  const answering = turns({
    ...shared,
    rateGate: gate,
    requestBudget,
    conversations: changes,
    answerer,
    profiles: registry.assistantProfiles,
    pricing: pricing(config.prices),
    stopping: timers.stopping,
  });
  const publisher = await openPublisher(config, clock);
  const agents = agentServices(config, {
    ...interruptible,
    visitorEvents: told,
    ledger: store.ledger,
    conversations: changes,
    answerer,
    profiles: registry.assistantProfiles,
    publisher,
    components,
    quotaChanged: () => statusReports.quotaMayHaveChanged(),
  });

  const assets = directoryAssets(assetsDir);
  const people = await openIdentity(config, tokenClock, random);
  const agentIdentity = watchedIdentity(people.agentIdentity, components);
  const vault = watchedVault(replace.vault ?? openVault(config, clock), components);
  const statusReports = reports({
    ...shared,
    publisher,
    journal: reportJournal({ ...shared, ledger: store.ledger }),
    tokens: tokenWindows({ ...shared, ledger: store.ledger }),
    deployment: identity,
    version,
    marketplaceSubscriptionId: config.marketplaceSubscriptionId,
    quota: async () => (await agents.seats.status()).quotaStatus,
    vault,
    stopping: timers.stopping,
  });

  return {
    timers,
    services: {
      version,
      allowlist: config.allowlist,
      clock,
      random,
      telemetry,
      realtime,
      rateGate: gate,
      requestBudget,
      assets,
      visitorChat: visitorChat({ ...shared, conversations: changes, turns: answering, rateGate: gate }),
      ...registry,
      ...widgetServices({
        ...shared,
        clock: tokenClock,
        ledger: store.ledger,
        widgets: registry.widgets,
        conversations: changes,
        secret,
      }),
      agentIdentity,
      agentSignIn: people.agentSignIn,
      realtimeOrigin: realtimeOrigin(config),
      ...agents,
      reports: statusReports,
      collabPackage: collabPackage({ clientId: clientIdOf(config), deployment: identity, assets }),
      ...adminServices(config, {
        ...shared,
        ledger: store.ledger,
        vault,
        notes: agents.notes,
        rateGate: gate,
      }),
      modelWatch: watch,
      health: healthCheck({
        ...shared,
        modelWatch: watch,
        componentWatch: components,
        deployment: identity,
        marketplaceSubscriptionId: config.marketplaceSubscriptionId,
        reporting: statusReports.status,
      }),
    },
    attach: (server) => realtime.attach?.(server),
    async close() {
      timers.stop();
      // Background work that hangs must not prevent the telemetry flush.
      await endWithin(clock, BACKGROUND_END_MS, shared.background.settled);
      await realtime.close();
      await people.close();
      await store.close();
      await telemetry.close();
    },
  };
}

/** The local provider cannot serve Teams, so there is no application id. */
function clientIdOf({ identity }: Config): string | undefined {
  return identity.kind === 'entra' ? identity.clientId : undefined;
}

/** The origin of the real-time service for browsers; undefined where it is this service. */
function realtimeOrigin({ realtime }: Config): string | undefined {
  return realtime.kind === 'web-pubsub'
    ? new URL(realtime.endpoint).origin.replace(/^http/, 'ws')
    : undefined;
}

async function openAnswerer(
  config: Config,
  model: LanguageModel | undefined,
  clock: Clock,
  telemetry: Telemetry,
): Promise<Answerer> {
  const shared = { knowledgeDir: config.assistant.knowledgeDir, clock, random, telemetry };
  if (!model) {
    const { knowledgeAnswerer } = await import('./adapters/scripted/answerer.ts');
    return knowledgeAnswerer(shared);
  }
  const { modelAnswerer } = await import('./adapters/model/language-model.ts');
  return modelAnswerer({ ...shared, model });
}

async function openModel(
  { cloud, clientId, model, asking }: Config,
  clock: Clock,
  telemetry: Telemetry,
): Promise<LanguageModel | undefined> {
  if (model.kind === 'knowledge') return undefined;
  const { openaiModel } = await import('./adapters/model/openai.ts');
  if (model.kind === 'openai') return openaiModel({ ...asking, server: model, clock, telemetry });
  const { azureCredential } = await import('./adapters/credential/azure.ts');
  const identity = azureCredential({ cloud, clientId, clock });
  const token = () => identity.token('https://cognitiveservices.azure.com/.default');
  return openaiModel({ ...asking, server: { ...model, token }, clock, telemetry });
}

async function openPublisher({ publisher, cloud, clientId }: Config, clock: Clock): Promise<Publisher> {
  if (publisher.kind === 'off') return publisherOff();
  const { httpPublisher } = await import('./adapters/publisher/http.ts');
  const { url, audience } = publisher;
  if (audience === undefined) return httpPublisher({ url, clock });
  const { azureCredential } = await import('./adapters/credential/azure.ts');
  const identity = azureCredential({ cloud, clientId, clock });
  return httpPublisher({ url, clock, token: () => identity.token(`${audience}/.default`) });
}
