import { cosmosStore } from '../../../src/adapters/store/cosmos.ts';
import type { Limits } from '../../../src/adapters/store/cosmos/operation.ts';
import type { Clock } from '../../../src/ports.ts';
import { startCosmos, type CosmosServer } from '../../fakes/cosmos-server.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { realClock } from '../clocks/real-clock.ts';
import { realRandom } from '../ports/random.ts';

/** The managed identity's token, as the account receives it. */
export const COSMOS_TOKEN = 'token-of-the-managed-identity';

/** Long time-outs, because these tests do not measure speed. */
const LONG_LIMITS: Limits = { requestMs: 20_000, operationMs: 20_000, attempts: 5 };

interface CosmosOptions {
  clock?: Clock;
  limits?: Limits;
  counterLimits?: Limits;
}

/** A store on a separate test account. */
export async function openCosmos({ clock = realClock, ...limits }: CosmosOptions = {}) {
  const server = await startCosmos(clock);
  const instance = openOn(server, { clock, ...limits });
  return {
    ...instance,
    server,
    /** The store of another instance on the same account, with its own options if there are any. */
    another: (its: CosmosOptions = {}) => openOn(server, { clock, ...limits, ...its }),
    async close() {
      await instance.close();
      await server.close();
    },
  };
}

function openOn(server: CosmosServer, { clock = realClock, ...limits }: CosmosOptions) {
  const telemetry = recordingTelemetry();
  const credential = {
    getToken: () => Promise.resolve({ token: COSMOS_TOKEN, expiresOnTimestamp: Date.now() + 3_600_000 }),
  };
  const opened = cosmosStore({
    endpoint: server.endpoint,
    database: server.database,
    access: { credential: () => Promise.resolve(credential) },
    clock,
    random: realRandom,
    telemetry,
    limits: LONG_LIMITS,
    counterLimits: LONG_LIMITS,
    ...limits,
  });
  const { conversations: store, ledger, counters, close } = opened;
  return { store, ledger, counters, telemetry, close };
}
