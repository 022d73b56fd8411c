import type { Server } from 'node:http';
import { directoryAssets } from './adapters/assets/directory.ts';
import {
  openAnswerer,
  openModel,
  openPublisher,
  openRealtime,
  openVault,
  realtimeOrigin,
} from './compose/adapters.ts';
import { openBase } from './compose/base.ts';
import { openIdentity } from './compose/identity.ts';
import { adminServices, agentServices, registryServices, widgetServices } from './compose/services.ts';
import { random } from './compose/system.ts';
import type { Config } from './config.ts';
import { pricing } from './domain/cost.ts';
import type { Answerer, Clock, SecretVault, Telemetry } from './ports.ts';
import {
  componentWatch,
  watchedIdentity,
  watchedRealtime,
  watchedVault,
} from './services/platform/component-watch.ts';
import { collabPackage } from './services/platform/collab-package.ts';
import { conversations } from './services/chat/conversations.ts';
import { withDailyBudget } from './services/chat/daily-budget.ts';
import { healthCheck } from './services/platform/health.ts';
import { modelWatch } from './services/platform/model-watch.ts';
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

/** The composition root: chooses every adapter and wires the services. */
export async function compose(config: Config, surroundings: Surroundings): Promise<Product> {
  const { version, assetsDir, replace = {} } = surroundings;
  const base = await openBase(config, {
    version,
    allowlist: config.allowlist,
    clockOffsetHours: config.cloud ? 0 : config.local.clockOffsetHours,
    deploymentId: config.deploymentId,
    replace,
  });
  const { clock, tokenClock, telemetry, store, identity, secret, background } = base;
  const { rateGate, requestBudget } = base.services;
  const components = componentWatch();
  const hub = await openRealtime(config, {
    signingKey: () => secret('realtime'),
    isWidgetOpen: (id) => registry.widgets.isOpen(id),
    clock: tokenClock,
    telemetry,
  });
  const realtime = watchedRealtime(hub, components);
  const ports = { store: store.conversations, ledger: store.ledger, realtime, clock, random, telemetry };
  const model = replace.answerer ? undefined : await openModel(config, clock, telemetry);
  const watch = modelWatch({ ...ports, model, requestBudget, wrongPrices: config.wrongPrices });
  const unlimited = replace.answerer ?? (await openAnswerer(config, model, clock, telemetry));
  const answerer = withDailyBudget(unlimited, {
    budget: config.assistant.dailyTokenBudget,
    store: store.conversations,
    clock,
  });

  const timers = schedule({ ...ports, background });
  const shared = { ...ports, background, rateGate, requestBudget, stopping: timers.stopping };
  const registry = registryServices(config, { ...shared, answerer });
  const told = visitorEvents({ ...shared, isWidgetOpen: (id) => registry.widgets.isOpen(id) });
  const changes = conversations({ ...shared, visitorEvents: told });
  const answering = turns({
    ...shared,
    conversations: changes,
    answerer,
    profiles: registry.assistantProfiles,
    pricing: pricing(config.prices),
  });
  const publisher = await openPublisher(config, clock);
  const agents = agentServices(config, {
    ...shared,
    visitorEvents: told,
    conversations: changes,
    answerer,
    profiles: registry.assistantProfiles,
    publisher,
    components,
    quotaChanged: () => statusReports.quotaMayHaveChanged(),
  });

  const assets = directoryAssets(assetsDir);
  const people = await openIdentity(config, tokenClock, random);
  const vault = watchedVault(replace.vault ?? openVault(config, clock), components);
  const statusReports = reports({
    ...shared,
    publisher,
    journal: reportJournal(shared),
    tokens: tokenWindows(shared),
    deployment: identity,
    version,
    marketplaceSubscriptionId: config.marketplaceSubscriptionId,
    quota: async () => (await agents.seats.status()).quotaStatus,
    vault,
  });

  return {
    timers,
    services: {
      ...base.services,
      realtime,
      assets,
      visitorChat: visitorChat({ ...shared, conversations: changes, turns: answering }),
      ...registry,
      ...widgetServices({
        ...shared,
        clock: tokenClock,
        widgets: registry.widgets,
        conversations: changes,
        secret,
      }),
      agentIdentity: watchedIdentity(people.agentIdentity, components),
      agentSignIn: people.agentSignIn,
      realtimeOrigin: realtimeOrigin(config),
      ...agents,
      reports: statusReports,
      collabPackage: collabPackage({ clientId: clientIdOf(config), deployment: identity, assets }),
      ...adminServices(config, { ...shared, vault, notes: agents.notes }),
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
      await base.close(async () => {
        await realtime.close();
        await people.close();
      });
    },
  };
}

/** The local provider cannot serve Teams, so there is no application id. */
function clientIdOf({ identity }: Config): string | undefined {
  return identity.kind === 'entra' ? identity.clientId : undefined;
}
