import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { azureCredential } from '../adapters/credential/azure.ts';
import type { PublicNetwork } from '../adapters/public-network/network.ts';
import { random, requestBudgets, systemClock } from '../adapters/system/node.ts';
import { appInsightsTelemetry } from '../adapters/telemetry/app-insights.ts';
import { consoleTelemetry } from '../adapters/telemetry/console.ts';
import type { Config } from '../config.ts';
import { endWithin } from '../domain/concurrency.ts';
import type { Allowlist } from '../domain/origin.ts';
import type {
  Answerer,
  AnswerJudge,
  Clock,
  ConversationStore,
  Counters,
  Ledger,
  Ports,
  SecretVault,
  Telemetry,
} from '../ports.ts';
import { rateGate } from '../services/chat/rate-gate.ts';
import { background } from '../services/platform/background.ts';
import { deployment, derivedKey } from '../services/platform/deployment.ts';

/** How long shutdown waits for background work. */
const BACKGROUND_END_MS = 2_000;

/** Replacements for tests and benchmarks: a clock that is moved, a recording telemetry. */
export interface Replacements {
  clock?: Clock;
  telemetry?: Telemetry;
}

/** Those of the runtime: besides, a scripted model, a vault, and networks without the public one. */
export interface RuntimeReplacements extends Replacements {
  answerer?: Answerer;
  judge?: AnswerJudge;
  vault?: SecretVault;
  /** Where the names of Teams workflows lead. */
  workflowNetwork?: PublicNetwork;
  /** Where the names of sites' key sets lead. */
  identityNetwork?: PublicNetwork;
  /** The managed identity's token that signs the agents' application in. */
  exchangeToken?: () => Promise<string>;
}

interface BaseOptions {
  version: string;
  /** The folder with the module of the telemetry's thread. */
  assetsDir: string;
  allowlist: Allowlist;
  /** The offset of the local host's clock. */
  clockOffsetHours: number;
  /** Default: created once and stored. */
  deploymentId?: string | undefined;
  replace: Replacements;
}

/** Opens what the runtime and the control plane are both built on: the store, telemetry, and the limits. */
export async function openBase(
  config: Pick<Config, 'cloud' | 'clientId' | 'store' | 'telemetry' | 'rateLimits'>,
  { version, assetsDir, allowlist, clockOffsetHours, deploymentId, replace }: BaseOptions,
) {
  const realClock = replace.clock ?? systemClock(clockOffsetHours);
  const requestBudget = requestBudgets(realClock);
  const clock = requestBudget.bounded(realClock);
  const telemetry = replace.telemetry ?? openTelemetry(config, clock, assetsDir);
  const store = await openStore(config, { clock, telemetry });
  const identity = deployment(store.ledger, random, deploymentId);
  const secret = (purpose: string) => derivedKey(identity, purpose);
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
    /** Tokens that another system issues or verifies use the real time, without the local host's offset. */
    tokenClock: requestBudget.bounded(replace.clock ?? systemClock(0)),
    telemetry,
    store,
    identity,
    /** The key for a purpose, derived from the deployment's secret. */
    secret,
    background: work,
    services: { version, allowlist, clock, random, telemetry, requestBudget, rateGate: gate },
    /** Waits for background work; then closes what the parts need (`parts`), the store and the telemetry. */
    async close(parts?: () => Promise<void>): Promise<void> {
      // Background work that hangs must not prevent the telemetry flush.
      await endWithin(clock, BACKGROUND_END_MS, work.settled);
      await parts?.();
      await store.close();
      await telemetry.close();
    },
  };
}

/** The ports that one database serves. */
interface Store {
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
  assetsDir: string,
): Telemetry {
  if (telemetry.kind === 'console') return consoleTelemetry(telemetry.level, clock);
  const worker = pathToFileURL(join(assetsDir, 'telemetry-worker.js'));
  const { connectionString } = telemetry;
  if (!cloud) return appInsightsTelemetry({ connectionString, clock, worker });
  // In the cloud the resource only accepts telemetry from the managed identity.
  const { credential } = azureCredential({ cloud, clientId, clock });
  return appInsightsTelemetry({ connectionString, credential, clock, worker });
}
