import { request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** The worker's HTTP request and its response. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/**
 * A difference from the expected platform: no server was found on the diagnostics channel, it does not have
 * exactly one listener, the library's invocations are not announced, or the library refuses the placeholder.
 */
export type FallbackCause = 'no-server' | 'no-listener' | 'no-invocations' | 'placeholder';

/** The header with the invocation id, in the request and in the library's response. */
export const INVOCATION_ID = 'x-ms-invocation-id';
const TICK_MS = 500;
/**
 * The time-out, more than 3 s. It is counted in ticks, because after a blocked event loop, the other half may
 * be the next event.
 */
const TIMEOUT_TICKS = 7;
/** The path of the worker's request to itself; no function has it. */
const GIVE_UP_PATH = '/lost-request';
/** The path of placeholders; no function has it. */
const PLACEHOLDER_PATH = '/placeholder';
const PLACEHOLDER_HOST = 'localhost';
/**
 * The maximum number of stored overdue invocations; late requests arrive within seconds.
 */
const MAX_OVERDUE = 1_000;

interface Waiting {
  ticks: number;
  /** Ends the wait of the library. */
  giveUp: () => void;
}

/**
 * Pairs invocations with their requests, with a time-out for the wait.
 *
 * The library waits without limit. An invocation can lose its request: a header value that the functions
 * host's HTTP client cannot send, a body that it breaks off, an `x-ms-invocation-id` from the caller. Such an
 * invocation occupies a slot of the instance until `functionTimeout`, and then the functions host restarts
 * the worker with every request in it. This ends such an invocation with a request that the worker sends to
 * itself. Node accepts one connection in each turn of the event loop, so a burst of calls may leave requests
 * in the queue of the server for longer than the time-out. The worker's own request comes behind them there:
 * an invocation is lost only where that one is the first to arrive. Only the first request of an invocation
 * reaches the library: a second one would replace the response of the first, or wait for ever.
 */
export function pairing() {
  const exchanges = new Map<string, Exchange>();
  const invocations = new Map<string, Waiting>();
  const requests = new Map<string, Waiting>();
  /** The invocations for which the library has a placeholder. */
  const withPlaceholder = new Set<string>();
  const overdue = new Set<string>();
  const waitingForIdle: (() => void)[] = [];
  let server: Server | undefined;
  let library: LibraryListener | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isKnown = false;
  let isAnnounced = false;
  let cause: FallbackCause | undefined;

  function tick(): void {
    timer ??= setInterval(() => {
      for (const waiting of [...invocations.values(), ...requests.values()]) {
        if (++waiting.ticks % TIMEOUT_TICKS === 0) waiting.giveUp();
      }
      if (invocations.size + requests.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    }, TICK_MS).unref();
  }

  function receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const id = incoming.headers[INVOCATION_ID];
    const isOwn = incoming.url === GIVE_UP_PATH;
    if (typeof id !== 'string' && !isKnown) {
      // The server may not be the library's.
      passToLibrary({ incoming, outgoing });
      return;
    }
    if (typeof id !== 'string' || exchanges.has(id)) {
      refuse(outgoing);
      return;
    }
    isKnown = true;
    if (invocations.delete(id)) {
      if (isOwn) remember(id);
      keep(id, { incoming, outgoing });
      pass(id);
    } else if (cause === 'no-invocations') {
      keep(id, { incoming, outgoing });
      pass(id);
    } else if (isOwn || overdue.has(id)) refuse(outgoing);
    else {
      keep(id, { incoming, outgoing });
      requests.set(id, {
        ticks: 0,
        giveUp() {
          // No invocation was announced, so they reach the library in another way.
          if (!isAnnounced) fallBack('no-invocations');
          else if (requests.delete(id)) refuse(outgoing);
        },
      });
      tick();
    }
  }

  /** Passes the request of an invocation to the library, as a placeholder unless it fell back. */
  function pass(id: string): void {
    const exchange = exchanges.get(id);
    if (!exchange) return;
    if (cause !== undefined) {
      passToLibrary(exchange);
      return;
    }
    exchange.outgoing.setHeader(INVOCATION_ID, id);
    const unused = placeholder(id);
    try {
      library?.call(server, unused.request, unused.response);
      withPlaceholder.add(id);
    } catch {
      fallBack('placeholder');
      passToLibrary(exchange);
    }
  }

  /** Passes the real exchange to the library. */
  function passToLibrary({ incoming, outgoing }: Exchange): void {
    library?.call(server, incoming, outgoing);
  }

  function fallBack(why: FallbackCause): void {
    cause ??= why;
    if (why !== 'no-invocations') return;
    for (const id of requests.keys()) {
      requests.delete(id);
      pass(id);
    }
  }

  function keep(id: string, exchange: Exchange): void {
    exchanges.set(id, exchange);
    exchange.outgoing.once('close', () => {
      exchanges.delete(id);
      withPlaceholder.delete(id);
      requests.delete(id);
      if (exchanges.size === 0) for (const resolve of waitingForIdle.splice(0)) resolve();
    });
  }

  function remember(id: string): void {
    overdue.add(id);
    for (const oldest of overdue) {
      if (overdue.size <= MAX_OVERDUE) break;
      overdue.delete(oldest);
    }
  }

  return {
    /**
     * Installs itself before the request listener of the worker's stream server, if it has exactly one. A
     * library that listens in another way gets its requests directly.
     */
    serve(found: Server): void {
      const [only, ...others] = found.listeners('request');
      if (!isListener(only) || others.length > 0) {
        fallBack('no-listener');
        return;
      }
      server = found;
      library = only;
      found.removeAllListeners('request');
      found.on('request', receive);
    },
    /**
     * An invocation has started; its request is passed to the library now, or when it arrives. If the caller
     * sent another id, the request has that id, and both are ended together.
     */
    invoked(id: string, callersId?: string): void {
      isAnnounced = true;
      if (requests.delete(id)) pass(id);
      else if (!exchanges.has(id)) {
        const invocation = { ticks: 0, giveUp: () => server && sendTo(server, id) };
        invocations.set(id, invocation);
        tick();
        if (callersId === undefined) return;
        remember(callersId);
        requests.get(callersId)?.giveUp();
        invocation.giveUp();
      }
    },
    /** The request of an invocation, until its connection closes. */
    exchange: (id: string): Exchange | undefined => exchanges.get(id),
    /**
     * Whether the request did not arrive in time. Then the handler must not run.
     */
    isOverdue: (id: string): boolean => overdue.has(id),
    /**
     * Passes the real exchange to the library after it failed on a placeholder; false if it already had the
     * exchange, or the client has disconnected.
     */
    retry(id: string): boolean {
      const exchange = exchanges.get(id);
      if (!exchange || !withPlaceholder.delete(id)) return false;
      passToLibrary(exchange);
      return true;
    },
    /** From now on, the library gets the real exchanges (ADR 42). */
    fallBack,
    /** The cause of the fallback. */
    fallbackCause: (): FallbackCause => cause ?? 'no-server',
    /** Resolves when no request is open. */
    drained: (): Promise<void> =>
      exchanges.size === 0 ? Promise.resolve() : new Promise((resolve) => waitingForIdle.push(resolve)),
  };
}

/**
 * Pairs the two halves of each call: an invocation from the functions host, and its request over the host's
 * HTTP proxy.
 */
export type Pairing = ReturnType<typeof pairing>;

/** Whether the URL of a handler's request is that of a placeholder. */
export function isPlaceholder(url: string): boolean {
  return url === `http://${PLACEHOLDER_HOST}${PLACEHOLDER_PATH}`;
}

type LibraryListener = (this: Server | undefined, incoming: object, outgoing: object) => void;

function isListener(listener: unknown): listener is LibraryListener {
  return typeof listener === 'function';
}

/** A response with the members that the library uses. */
const UNUSED_RESPONSE = { setHeader: () => undefined, write: () => undefined, end: () => undefined };

/**
 * The placeholder for an exchange: a request without headers and body, and a response whose content is
 * discarded. The handler answers the real exchange, because the library would copy it through the built-in
 * `Request`, `Response` and web streams (ADR 30).
 */
function placeholder(id: string) {
  // The library rejects a request without the last two headers.
  const headers = { [INVOCATION_ID]: id, 'x-forwarded-host': PLACEHOLDER_HOST, 'x-forwarded-proto': 'http' };
  return {
    request: { method: 'GET', url: PLACEHOLDER_PATH, headers },
    response: { ...UNUSED_RESPONSE, statusCode: 200 },
  };
}

/** Answers a request that has no invocation. */
function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(500, { connection: 'close' }).end();
}

/**
 * Ends the wait of an invocation with a request from the worker to itself. If that fails, the next tick sends
 * another one.
 */
function sendTo(server: Server, invocationId: string): void {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return;
  const headers = { [INVOCATION_ID]: invocationId };
  const own = { host: '127.0.0.1', port: address.port, path: GIVE_UP_PATH };
  const sent = request({ ...own, headers, agent: false });
  sent.on('response', (response) => response.resume());
  sent.on('error', () => sent.destroy());
  sent.end();
}
