import { azureCredential } from '../adapters/credential/azure.ts';
import { appInsightsTelemetry } from '../adapters/telemetry/app-insights.ts';
import { consoleTelemetry } from '../adapters/telemetry/console.ts';
import type { Config } from '../config.ts';
import { endWithin } from '../domain/concurrency.ts';
import type { Allowlist } from '../domain/origin.ts';
import type { Clock, ConversationStore, Counters, Ledger, Ports, Telemetry } from '../ports.ts';
import { rateGate } from '../services/chat/rate-gate.ts';
import { background, type Background } from '../services/platform/background.ts';
import { deployment, type Deployment } from '../services/platform/deployment.ts';
import type { BaseServices } from '../services/platform/services.ts';
import { derivedKey, random, requestBudgets, systemClock } from './system.ts';

/** How long shutdown waits for background work. */
const BACKGROUND_END_MS = 2_000;

/** What the runtime and the control plane are both built on. */
interface Base {
  /** The clock of the requests' time budgets. */
  clock: Clock;
  /** Tokens that another system issues or verifies use the real time, without the local host's offset. */
  tokenClock: Clock;
  telemetry: Telemetry;
  store: Store;
  identity: () => Promise<Deployment>;
  /** The key for a purpose, derived from the deployment's secret. */
  secret: (purpose: string) => Promise<Uint8Array>;
  background: Background;
  services: BaseServices;
  /** Waits for background work; then closes what the parts need (`parts`), the store and the telemetry. */
  close(parts?: () => Promise<void>): Promise<void>;
}

interface BaseOptions {
  version: string;
  allowlist: Allowlist;
  /** The offset of the local host's clock. Default: 0. */
  clockOffsetHours?: number;
  /** Default: created once and stored. */
  deploymentId?: string | undefined;
  /** Replacements for tests and benchmarks: a clock that is moved, a recording telemetry. */
  replace: { clock?: Clock; telemetry?: Telemetry };
}

/** Opens the store and telemetry of a configuration, and the services that every endpoint needs. */
export async function openBase(
  config: Pick<Config, 'cloud' | 'clientId' | 'store' | 'telemetry' | 'rateLimits'>,
  { version, allowlist, clockOffsetHours = 0, deploymentId, replace }: BaseOptions,
): Promise<Base> {
  const realClock = replace.clock ?? systemClock(clockOffsetHours);
  const requestBudget = requestBudgets(realClock);
  const clock = requestBudget.bounded(realClock);
  const telemetry = replace.telemetry ?? openTelemetry(config, clock);
  const store = await openStore(config, { clock, telemetry });
  const identity = deployment(store.ledger, random, deploymentId);
  const secret = async (purpose: string) => derivedKey((await identity()).secret, purpose);
  const work = background(telemetry);
  const gate = rateGate({
    counters: store.counters,
    clock,
    telemetry,
    background: work,
    hashKey: async () => Buffer.from(await secret('rate-limits')).toString('base64'),
    limits: config.rateLimits,
  });
  return {
    clock,
    tokenClock: requestBudget.bounded(replace.clock ?? systemClock(0)),
    telemetry,
    store,
    identity,
    secret,
    background: work,
    services: { version, allowlist, clock, random, telemetry, requestBudget, rateGate: gate },
    async close(parts) {
      // Background work that hangs must not prevent the telemetry flush.
      await endWithin(clock, BACKGROUND_END_MS, work.settled);
      await parts?.();
      await store.close();
      await telemetry.close();
    },
  };
}

/** The ports that one database serves. */
export interface Store {
  conversations: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  close(): Promise<void>;
}

/** The configured store; its SDK is loaded here and nowhere else. */
export async function openStore(
  { store, cloud, clientId }: Pick<Config, 'store' | 'cloud' | 'clientId'>,
  { clock, telemetry }: Pick<Ports, 'clock' | 'telemetry'>,
): Promise<Store> {
  if (store.kind === 'sqlite') {
    const { sqliteStore } = await import('../adapters/store/sqlite.ts');
    return sqliteStore(store);
  }
  const { cosmosStore } = await import('../adapters/store/cosmos.ts');
  const { endpoint, database, key } = store;
  const access =
    key === undefined ? { credential: azureCredential({ cloud, clientId, clock }).credential } : { key };
  return cosmosStore({ endpoint, database, access, clock, random, telemetry });
}

/** The configured telemetry. */
function openTelemetry(
  { telemetry, cloud, clientId }: Pick<Config, 'telemetry' | 'cloud' | 'clientId'>,
  clock: Clock,
): Telemetry {
  if (telemetry.kind === 'console') return consoleTelemetry(telemetry.level, clock);
  const { connectionString } = telemetry;
  if (!cloud) return appInsightsTelemetry({ connectionString, clock });
  // In the cloud the resource only accepts telemetry from the managed identity.
  const { credential } = azureCredential({ cloud, clientId, clock });
  return appInsightsTelemetry({ connectionString, credential, clock });
}
