import { azureCredential } from '../adapters/credential/azure.ts';
import type { PublicNetwork } from '../adapters/public-network/network.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { endWithin } from '../lib/concurrency.ts';
import type {
  Answerer,
  AnswerJudge,
  ConversationStore,
  Counters,
  EmailSender,
  Ledger,
  Ports,
  SecretVault,
  Websites,
} from '../ports.ts';
import type { ActionRunner } from '../actions/action-runner.ts';
import { rateGate } from '../platform/rate-gate.ts';
import { background } from '../platform/background.ts';
import { deployment, derivedKey } from '../platform/deployment.ts';
import type { Bootstrap, Replacements } from './bootstrap.ts';

/** How long shutdown waits for background work. */
const BACKGROUND_END_MS = 2_000;

/** Replacements of the runtime: also a scripted model, a vault, and networks in place of the public one. */
export interface RuntimeReplacements extends Replacements {
  answerer?: Answerer;
  judge?: AnswerJudge;
  vault?: SecretVault;
  websites?: Websites;
  actionRunner?: ActionRunner;
  emailSender?: EmailSender;
  /** Resolves the names of Teams workflows. */
  workflowNetwork?: PublicNetwork;
  /** Resolves the names of sites' key sets. */
  identityNetwork?: PublicNetwork;
  /** The managed identity's token that signs the agents' application in. */
  exchangeToken?: () => Promise<string>;
}

/** The base of the runtime and of the control plane. */
export type SharedParts = Awaited<ReturnType<typeof openSharedParts>>;

/**
 * Opens the shared base of the runtime and the control plane: the store and the limits. If no id is
 * configured, the id of the deployment is created once and stored.
 */
export async function openSharedParts(
  config: Pick<Config, 'cloud' | 'clientId' | 'store' | 'rateLimits'>,
  { services, tokenClock }: Bootstrap,
  deploymentId?: string,
) {
  const { clock, telemetry } = services;
  const store = await openStore(config, { clock, telemetry });
  const identity = deployment(store.ledger, random, deploymentId);
  const secret = (purpose: string) => derivedKey(identity, purpose);
  const work = background(telemetry);
  const gate = rateGate({
    counters: store.counters,
    clock,
    telemetry,
    hashKey: async () => Buffer.from(await secret('rate-limits')).toString('base64'),
    limits: config.rateLimits,
  });
  return {
    clock,
    tokenClock,
    telemetry,
    store,
    identity,
    /** The key for a purpose, derived from the deployment's secret. */
    secret,
    background: work,
    services: { ...services, rateGate: gate },
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
    return sqliteStore({ ...store, clock });
  }
  const { cosmosStore } = await import('../adapters/store/cosmos.ts');
  const { endpoint, database, key } = store;
  const access =
    key === undefined ? { credential: azureCredential({ cloud, clientId, clock }).credential } : { key };
  return cosmosStore({ endpoint, database, access, clock, random, telemetry });
}
