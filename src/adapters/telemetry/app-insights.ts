import type { TokenCredential } from '@azure/identity';
import type { TelemetryClient } from 'applicationinsights';
import { endWithin } from '../../domain/concurrency.ts';
import type { Clock, Telemetry, TelemetryEvent } from '../../ports.ts';

/** Loading the SDK blocks the event loop for a third of a second, so it waits for this much idle time. */
const QUIET_MS = 1_000;
/** The longest wait for idle time after the first reply, in milliseconds. */
const LATEST_MS = 30_000;
/** How many events are buffered until the SDK is loaded; the oldest are dropped. */
const KEPT = 1_000;
/** How long shutdown waits for the last events to be sent, in milliseconds. */
const FLUSH_MS = 5_000;

export interface AppInsightsOptions {
  connectionString: string;
  /** The identity that sends, for a resource that does not accept the connection string alone. */
  credential?: () => Promise<TokenCredential>;
  clock: Clock;
}

/**
 * Application Insights. Only events of the closed union are sent: automatic collection is off, so no address,
 * query string, header or body reaches it. The SDK is loaded after the first reply, in idle time.
 */
export function appInsightsTelemetry({ connectionString, credential, clock }: AppInsightsOptions): Telemetry {
  const waiting: { event: TelemetryEvent; at: Date }[] = [];
  const closing = new AbortController();
  let starting: Promise<void> | undefined;
  let client: TelemetryClient | undefined;
  let recordedAtMs = 0;

  async function load(): Promise<void> {
    // The package is CommonJS: after bundling it has a default export only.
    const { default: sdk } = await import('applicationinsights');
    const loaded = new sdk.TelemetryClient(connectionString, { useGlobalProviders: false });
    loaded.config.enableUseDiskRetryCaching = false;
    if (credential) loaded.config.aadTokenCredential = await credential();
    loaded.initialize();
    client = loaded;
    for (const { event, at } of waiting.splice(0)) send(loaded, event, at);
  }

  async function startLater(): Promise<void> {
    const latestMs = clock.now() + LATEST_MS;
    const quietAtMs = () => Math.min(recordedAtMs + QUIET_MS, latestMs);
    while (clock.now() < quietAtMs() && !closing.signal.aborted) {
      await clock.sleep(quietAtMs() - clock.now(), closing.signal);
    }
    try {
      await load();
    } catch {
      // A failure of telemetry cannot be reported and must not end the worker. The next reply tries again.
      starting = undefined;
    }
  }

  return {
    record(event) {
      const at = new Date(clock.now());
      if (client) {
        send(client, event, at);
        return;
      }
      recordedAtMs = at.getTime();
      waiting.push({ event, at });
      if (waiting.length > KEPT) waiting.shift();
      if (event.type === 'request') starting ??= startLater();
    },

    async close() {
      closing.abort();
      if (waiting.length > 0) starting ??= startLater();
      await starting;
      await endWithin(clock, FLUSH_MS, async () => client?.shutdown());
    },
  };
}

/**
 * Maps an event to an item of the portal: replies to requests, calls to dependencies, the rest to custom
 * events.
 */
function send(client: TelemetryClient, event: TelemetryEvent, at: Date): void {
  switch (event.type) {
    case 'request': {
      const { endpoint, method, status, durationMs, requestId, error } = event;
      client.trackRequest({
        name: `${method} ${endpoint}`,
        // The route only; the requested address is never known here.
        url: '',
        time: startedAt(at, durationMs),
        duration: durationMs,
        resultCode: String(status),
        success: status < 500,
        properties: {
          // The portal shows it as the result of a request.
          'http.method': method,
          'http.route': endpoint,
          requestId,
          ...(error !== undefined && { error }),
        },
      });
      return;
    }
    case 'dependency': {
      const { durationMs, ok, code, charge } = event;
      const call = dependencyOf(event);
      client.trackDependency({
        name: call,
        dependencyTypeName: 'HTTP',
        target: call.split('.')[0] ?? call,
        data: '',
        time: startedAt(at, durationMs),
        duration: durationMs,
        resultCode: code ?? (ok ? '0' : '1'),
        success: ok,
        properties: {
          // Without a method the SDK drops target and result; the real method is not known here.
          'http.method': '_OTHER',
          ...(charge !== undefined && { requestCharge: String(charge) }),
        },
      });
      return;
    }
    default: {
      const { type, ...fields } = event;
      const properties: Record<string, string> = {};
      const measurements: Record<string, number> = {};
      for (const [key, value] of Object.entries(fields)) {
        if (typeof value === 'number') measurements[key] = value;
        else properties[key] = typeof value === 'string' ? value : JSON.stringify(value);
      }
      client.trackEvent({ name: type, time: at, properties, measurements });
    }
  }
}

/** The start of what ended at `ended`. */
function startedAt(ended: Date, durationMs: number): Date {
  return new Date(ended.getTime() - durationMs);
}

/** The name of a call from a fixed list: component and operation. */
function dependencyOf(event: Extract<TelemetryEvent, { type: 'dependency' }>): string {
  return event.name;
}
