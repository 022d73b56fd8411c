import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import { app, type HttpHandler } from '@azure/functions';
import { lazy } from '../../lib/caching.ts';
import type { Allowlist } from '../../conversations/rules/origin.ts';
import { INTERVALS, type Timer } from '../../http/timer.ts';
import type { Services } from '../../compose.ts';
import type { Address } from '../addresses.ts';
import { invocations } from './invocations.ts';
import { pairing } from './pairing.ts';
import type { EarlyStart, RunningApp } from './running-app.ts';
import type { HostTelemetry } from './host-events.ts';
import { endWithin } from '../../lib/concurrency.ts';

/** The options of an app, in addition to its endpoints and its start. */
export interface HostOptions {
  early?: EarlyStart;
  /** Telemetry, once it is open. */
  telemetry?: () => Promise<HostTelemetry | undefined>;
  /** The sites whose pages may read the reason of a failed start; default: no site. */
  allowlist?: () => Promise<Allowlist>;
}

/**
 * Registers one function per address (ADR 41). If `start` fails, every endpoint answers with the reason, and
 * health reports it. Returns the memoized start, for the timers.
 */
export function register<S, T extends RunningApp<S>>(
  addresses: readonly Address[],
  start: () => Promise<T & RunningApp<S>>,
  {
    early,
    telemetry = () => Promise.resolve(undefined),
    allowlist = () => Promise.reject(new Error('There is no allowlist.')),
  }: HostOptions = {},
): () => Promise<T> {
  const calls = pairing();
  const stopSearch = onStreamServer((server) => {
    if (received.isInstalled) calls.serve(server);
    else calls.fallBack('no-invocations');
  });
  app.setup({ enableHttpStream: true });
  const runningApp = lazy(start);
  // Loaded with the first request, so that a cold start waits only for the registration.
  const loadReplies = lazy(async () => {
    const { invocationReplies } = await import('./invocation-replies.ts');
    return invocationReplies({ runningApp, early });
  });
  const loadHandlers = lazy(async () => {
    const { httpHandlers } = await import('./handler.ts');
    const takeReceived = (invocationId: string) => received.takeReceived(invocationId);
    return httpHandlers({ calls, takeReceived, loadReplies, telemetry, allowlist });
  });
  const handlerOf =
    (address: Address): HttpHandler =>
    async (request, context) => {
      try {
        const handlers = await loadHandlers();
        return await handlers(address)(request, context);
      } catch (error) {
        // Handlers never throw, so their code could not be loaded. The next request tries again.
        context.error(
          `The code of the handlers cannot be loaded: ${error instanceof Error ? error.name : ''}`,
        );
        calls.exchange(context.invocationId)?.outgoing.writeHead(500).end();
        return { status: 500 };
      }
    };
  for (const address of addresses) {
    const { name, route, methods } = address;
    app.http(name, {
      methods: [...methods],
      authLevel: 'anonymous',
      route,
      handler: handlerOf(address),
    });
  }
  // The library exposes its model when the first function is registered.
  const received = invocations({
    started(...announced) {
      stopSearch();
      calls.invoked(...announced);
    },
    retry: calls.retry,
    incompatible: () => calls.fallBack('placeholder'),
    // The library reports the failure to the functions host, and leaves the client waiting.
    failed: (invocationId) => calls.exchange(invocationId)?.outgoing.writeHead(500).end(),
  });
  onWorkerEnd({ drained: calls.drained, close: async () => (await runningApp.existing())?.close() });
  return runningApp;
}

/**
 * Registers one function per interval. The platform starts an instance for each function that a timer
 * triggers, so all timers of an interval share a function.
 */
export function registerTimers(
  runningApp: () => Promise<{ services: Services; timers: readonly Timer[] }>,
): void {
  for (const interval of INTERVALS) {
    app.timer(`every${interval}Minutes`, {
      // The platform's six fields: second, minute, hour, day, month, day of the week.
      schedule: interval === 60 ? '0 17 * * * *' : `0 */${interval} * * * *`,
      handler: async () => {
        const { services, timers } = await runningApp();
        const due = timers.filter(({ everyMinutes }) => everyMinutes === interval);
        const results = await Promise.allSettled(due.map(async ({ run }) => run(services)));
        const failed = due.filter((_, at) => results[at]?.status === 'rejected').map(({ name }) => name);
        if (failed.length > 0) throw new Error(`Scheduled work failed: ${failed.join(', ')}.`);
      },
    });
  }
}

/** Time-out in milliseconds; the functions host gives a worker five seconds to end. */
const TERMINATE_MS = 4_000;
/** Time-outs in milliseconds for open responses, then for closing; the machine gives about 30 s. */
const DRAIN_MS = 20_000;
const CLOSE_MS = 8_000;

/** A timer for the time before the clock is composed, with the first request. */
const timer = {
  after(ms: number, run: () => void): () => void {
    const timeout = setTimeout(run, ms);
    return () => clearTimeout(timeout);
  },
};

interface Ending {
  /** Resolves when no request is open. */
  drained: () => Promise<void>;
  /** Closes all resources, and flushes telemetry. */
  close: () => Promise<void>;
}

/**
 * Graceful shutdown of the worker. The functions host announces it with a message, and ends the process after
 * this hook. The machine sends SIGTERM, at which Node would end immediately and cut off every open response.
 */
function onWorkerEnd({ drained, close }: Ending): void {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  app.hook.appTerminate(() => endWithin(timer, TERMINATE_MS, closeOnce));
  process.once('SIGTERM', () => {
    void endWithin(timer, DRAIN_MS, drained)
      .then(() => endWithin(timer, CLOSE_MS, closeOnce))
      .finally(() => process.exit(0));
  });
}

/**
 * The functions host accepts 8 KiB of request line and 32 KiB of headers, and adds further headers. Node's
 * limit is 16 KiB for both together. Above it Node answers without the service, and the invocation waits for
 * a request that never comes.
 */
const MAX_HEADER_BYTES = 64 * 1024;

/** The diagnostics channel on which Node publishes each server that starts to listen. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';

/**
 * Calls `use` with the worker's stream server: the first HTTP server that listens after an app was
 * registered. The library opens it and gives no access to it. Node must not refuse requests here, because the
 * functions host has already accepted them. The returned function ends the search; call it at the first
 * invocation, since later servers are other ones.
 */
function onStreamServer(use: (server: Server) => void): () => void {
  const found = (event: unknown) => {
    if (!isHttpServer(event)) return;
    unsubscribe(LISTENING, found);
    const { server } = event;
    // Node reads this property for each new connection; its types have it only as an option.
    Object.assign(server, { maxHeaderSize: MAX_HEADER_BYTES });
    // Without a listener, Node answers 417 to every expectation except `100-continue`.
    server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
    use(server);
  };
  subscribe(LISTENING, found);
  return () => void unsubscribe(LISTENING, found);
}

/** The message shape that Node documents for this channel, for an HTTP server. */
function isHttpServer(event: unknown): event is { server: Server } {
  return typeof event === 'object' && event !== null && 'server' in event && event.server instanceof Server;
}
