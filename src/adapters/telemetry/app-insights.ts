import type { TokenCredential } from '@azure/identity';
import { endWithin } from '../../lib/concurrency.ts';
import type { Clock, Telemetry } from '../../ports.ts';
import { eventBatches } from './event-batches.ts';
import { telemetryThread, type TelemetryThread } from './telemetry-thread.ts';

/**
 * How long the service must be idle before the SDK is loaded, in milliseconds. Loading takes 0.3 s of CPU
 * time.
 */
const IDLE_MS = 1_000;
/** The longest wait for idle time after the first reply, in milliseconds. */
const MAX_IDLE_WAIT_MS = 30_000;
/** How long shutdown waits for a thread that is loading the SDK, in milliseconds. */
const LOAD_TIMEOUT_MS = 30_000;
/** How long shutdown waits for the last events to be sent, in milliseconds. */
const FLUSH_TIMEOUT_MS = 5_000;

interface AppInsightsOptions {
  connectionString: string;
  /** The sending identity, for a resource that does not accept only the connection string. */
  credential?: () => Promise<TokenCredential>;
  clock: Clock;
  /** The module of the worker thread for the SDK. */
  worker: URL;
}

/**
 * Application Insights. Only events of the closed union are sent. Automatic collection is off, so that no
 * address, query string, header or body is sent. The SDK runs in a worker thread, which starts in idle time
 * after the first reply. A thread that ends unexpectedly is restarted after a later reply, and the first such
 * end is reported.
 */
export function appInsightsTelemetry({
  connectionString,
  credential,
  clock,
  worker,
}: AppInsightsOptions): Telemetry {
  const batches = eventBatches(clock);
  const closing = new AbortController();
  let starting: Promise<void> | undefined;
  let thread: TelemetryThread | undefined;
  let recordedAtMs = 0;
  let isLossReported = false;

  function lost(): void {
    thread = undefined;
    starting = undefined;
    batches.lost();
    if (!isLossReported) batches.add({ type: 'warning', code: 'telemetry-restarted' });
    isLossReported = true;
  }

  async function start(): Promise<void> {
    const identity = await credential?.();
    const started = telemetryThread({
      worker,
      connectionString,
      identity,
      onTaken: batches.confirm,
      onLost: lost,
    });
    thread = started;
    batches.open(started.send);
  }

  async function startLater(): Promise<void> {
    const latestMs = clock.now() + MAX_IDLE_WAIT_MS;
    const quietAtMs = () => Math.min(recordedAtMs + IDLE_MS, latestMs);
    while (clock.now() < quietAtMs() && !closing.signal.aborted) {
      await clock.sleep(quietAtMs() - clock.now(), closing.signal);
    }
    try {
      await start();
    } catch {
      // A telemetry failure cannot be reported and must not end the worker. The next reply retries.
      starting = undefined;
    }
  }

  return {
    record(event) {
      batches.add(event);
      if (thread) return;
      recordedAtMs = clock.now();
      if (event.type === 'request') starting ??= startLater();
    },

    async close() {
      closing.abort();
      if (batches.size() > 0) starting ??= startLater();
      await starting;
      batches.drain();
      await endWithin(clock, LOAD_TIMEOUT_MS, async () => thread?.whenLoaded());
      await endWithin(clock, FLUSH_TIMEOUT_MS, async () => thread?.end());
      await thread?.terminate();
    },
  };
}
