import type { TokenCredential } from '@azure/identity';
import { endWithin } from '../../domain/concurrency.ts';
import type { Clock, Telemetry } from '../../ports.ts';
import { eventBatches } from './event-batches.ts';
import { telemetryThread, type TelemetryThread } from './telemetry-thread.ts';

/** The thread takes a third of a second of CPU time to load the SDK, so it waits for this much idle time. */
const QUIET_MS = 1_000;
/** The longest wait for idle time after the first reply, in milliseconds. */
const LATEST_MS = 30_000;
/** How long shutdown waits for a thread that still loads the SDK, in milliseconds. */
const LOAD_MS = 30_000;
/** How long shutdown waits for the last events to be sent, in milliseconds. */
const FLUSH_MS = 5_000;

export interface AppInsightsOptions {
  connectionString: string;
  /** The identity that sends, for a resource that refuses the bare connection string. */
  credential?: () => Promise<TokenCredential>;
  clock: Clock;
  /** The module of the thread that the SDK runs in. */
  worker: URL;
}

/**
 * Application Insights. Only events of the closed union are sent: automatic collection is off, so no address,
 * query string, header or body reaches it. The SDK runs in a thread, which starts after the first reply, in
 * idle time. A thread that ends unexpectedly starts again after a later reply; the first such end is
 * reported.
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
    const latestMs = clock.now() + LATEST_MS;
    const quietAtMs = () => Math.min(recordedAtMs + QUIET_MS, latestMs);
    while (clock.now() < quietAtMs() && !closing.signal.aborted) {
      await clock.sleep(quietAtMs() - clock.now(), closing.signal);
    }
    try {
      await start();
    } catch {
      // A failure of telemetry cannot be reported and must not end the worker. The next reply tries again.
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
      await endWithin(clock, LOAD_MS, async () => thread?.whenLoaded());
      await endWithin(clock, FLUSH_MS, async () => thread?.end());
      await thread?.terminate();
    },
  };
}
