import { weightedLru } from '../../domain/caching.ts';
import { afterCall, beginCall, CLOSED, type CallOutcome, type Circuit } from '../../domain/circuit.ts';
import { RequestBudgetError, TimeoutError, withTimeout } from '../../domain/concurrency.ts';
import type { ActionAnswer, ActionCalls, ActionRequest, Clock } from '../../ports.ts';
import { publicNetwork, RefusedAddress, type PublicNetwork } from '../public-network/network.ts';
import { actionNetwork } from './action-network.ts';
import { exchangeJson } from './json-exchange.ts';

/** The time of a call until its answer is read, in milliseconds. */
const TIMEOUT_MS = 5_000;
const LIMITS = { failures: 5, coolDownMs: 30_000 };
/** Hosts whose circuits are known. */
const MAX_HOSTS = 500;
/** Statuses of a server, or of what is before it, that does not work now. */
const DOWN = new Set([502, 503, 504]);

export interface HttpActionCallsOptions {
  clock: Clock;
  /** Default: the public Internet. */
  network?: PublicNetwork | undefined;
  /** Hosts, with their ports where they have one, that may be at private addresses. */
  privateHosts?: readonly string[];
}

/** The APIs of a business over HTTP. */
export function httpActionCalls({
  clock,
  network = publicNetwork,
  privateHosts = [],
}: HttpActionCallsOptions): ActionCalls {
  const networkOf = actionNetwork(network, privateHosts);
  const circuits = weightedLru<Circuit>(MAX_HOSTS, () => 1);

  async function call(request: ActionRequest, signal: AbortSignal): Promise<Called> {
    try {
      const exchange = await withTimeout(clock, TIMEOUT_MS, (late) =>
        exchangeJson(request, networkOf, AbortSignal.any([late, signal])),
      );
      const { status } = exchange;
      const outcome: CallOutcome = DOWN.has(status) ? 'failed' : 'ok';
      return 'refused' in exchange
        ? { outcome, answer: { kind: 'failed', reason: exchange.refused, status } }
        : { outcome, answer: { kind: 'answered', status, body: exchange.body } };
    } catch (error) {
      signal.throwIfAborted();
      return failureOf(error);
    }
  }

  return {
    async call(request, signal) {
      signal.throwIfAborted();
      const { host } = new URL(request.url);
      const startedAt = clock.now();
      const durationMs = () => Math.max(0, Math.round(clock.now() - startedAt));
      const begun = beginCall(circuits.get(host)?.value ?? CLOSED, startedAt);
      if (!begun) return { kind: 'failed', reason: 'circuit-open', durationMs: 0 };
      circuits.set(host, begun);
      let outcome: CallOutcome = 'unknown';
      try {
        const called = await call(request, signal);
        outcome = called.outcome;
        return { ...called.answer, durationMs: durationMs() };
      } finally {
        circuits.set(host, afterCall(circuits.get(host)?.value ?? CLOSED, outcome, clock.now(), LIMITS));
      }
    },
  };
}

type Untimed<T> = T extends unknown ? Omit<T, 'durationMs'> : never;

/** How a call ended, and what that says of the host. */
interface Called {
  answer: Untimed<ActionAnswer>;
  outcome: CallOutcome;
}

/** The text of the error may hold the address, so none of it goes on. */
function failureOf(error: unknown): Called {
  const failed = (reason: 'address-refused' | 'connection' | 'timeout', outcome: CallOutcome): Called => ({
    answer: { kind: 'failed', reason },
    outcome,
  });
  if (error instanceof RefusedAddress) return failed('address-refused', 'ok');
  // A request without time left says nothing of the host.
  if (error instanceof RequestBudgetError) return failed('timeout', 'unknown');
  return error instanceof TimeoutError ? failed('timeout', 'failed') : failed('connection', 'failed');
}
