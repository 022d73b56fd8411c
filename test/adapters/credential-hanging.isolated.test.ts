import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { azureCredential } from '../../src/adapters/credential/azure.ts';
import { webPubSub } from '../../src/adapters/realtime/web-pubsub.ts';
import { cosmosStore } from '../../src/adapters/store/cosmos.ts';
import { keyVault } from '../../src/adapters/vault/key-vault.ts';
import { AppError } from '../../src/core/errors.ts';
import { becomeWorker, startCloud } from '../fakes/cloud.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { PATIENCE_MS } from '../support/vitest/patience.ts';

const clock = realClock;
const TIMEOUT_MS = 300;

let leave: () => void;
const cloud = sharedFixture(() => startCloud());
beforeAll(async () => {
  // The SDK keeps it for the whole process; an expired one is requested with every call.
  cloud.identity.lifetimeSeconds = 1;
  leave = becomeWorker(cloud);
});
afterAll(async () => {
  leave();
});
beforeEach(() => {
  cloud.identity.hanging = 0;
  cloud.identity.hung = { taken: 0, dropped: 0 };
});

const identity = () => azureCredential({ cloud: true, clock, timeoutMs: TIMEOUT_MS });

/** Each component, as the product asks it, with the code of its failure. */
const COMPONENTS: [name: string, open: () => () => Promise<unknown>, code: string | undefined][] = [
  [
    'Cosmos DB',
    () => {
      const { endpoint, database } = cloud.cosmos;
      const limits = { requestMs: 1_000, operationMs: 2 * TIMEOUT_MS, attempts: 1 };
      const parts = { clock, random: realRandom, telemetry: recordingTelemetry(), limits };
      const store = cosmosStore({ endpoint, database, access: identity(), ...parts });
      return () => store.ledger.read('seats', 'book');
    },
    'store-unavailable',
  ],
  [
    'Key Vault',
    () => {
      const vault = keyVault({ url: cloud.vault.url, ...identity(), clock });
      return () => vault.read('admin-key');
    },
    'vault-unavailable',
  ],
  [
    'Web PubSub',
    () => {
      const account = { endpoint: cloud.pubSub.endpoint, ...identity() };
      const realtime = webPubSub({ account, hub: 'chat', clock, telemetry: recordingTelemetry() });
      return () => realtime.agentAccess(randomUUID(), 'https://chat.example');
    },
    'realtime-unavailable',
  ],
  [
    'a model, or the publisher',
    () => {
      const { token } = identity();
      return () => token('https://cognitiveservices.azure.com/.default');
    },
    undefined,
  ],
];

const failureCode = (error: unknown) => (error instanceof AppError ? error.code : undefined);
const isAnswered = (ask: () => Promise<unknown>) => () =>
  ask().then(
    () => true,
    () => false,
  );

describe.each(COMPONENTS)('%s, if the identity endpoint does not answer', (_name, open, code) => {
  it('fails within the deadline, aborts the token request, and requests a token with the next call', async () => {
    // While a busy machine loads the SDKs, the time is up before the endpoint is asked.
    await expect.poll(isAnswered(open())).toBe(true);
    const ask = open();
    cloud.identity.hanging = 1;
    const startedAt = performance.now();
    const outcomes = await Promise.all([1, 2, 3].map(() => ask().then(() => 'answered', failureCode)));
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
    expect(outcomes).toContain(code);
    await expect.poll(() => cloud.identity.hung).toEqual({ taken: 1, dropped: 1 });
    await expect.poll(isAnswered(ask)).toBe(true);
  });

  it('works with a token that it has, and recovers after any number of unanswered requests', async () => {
    const ask = open();
    await expect.poll(isAnswered(ask)).toBe(true);
    cloud.identity.hanging = 20;
    await expect.poll(isAnswered(ask)).toBe(false);
    cloud.identity.hanging = 0;
    await expect.poll(isAnswered(ask)).toBe(true);
    await expect.poll(() => cloud.identity.hung.dropped).toBe(cloud.identity.hung.taken);
  });
});
