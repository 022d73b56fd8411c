import { weightedLru } from '../../lib/caching.ts';
import { afterCall, beginCall, CLOSED, type CallOutcome, type Circuit } from '../../lib/circuit.ts';
import { RequestBudgetError, TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import type { ActionAnswer, ActionCalls, ActionRequest, Clock } from '../../ports.ts';
import { publicNetwork, RefusedAddress, type PublicNetwork } from '../public-network/network.ts';
import { actionNetwork } from './action-network.ts';
import { exchangeJson } from './json-exchange.ts';

/** Time-out of a call, in milliseconds, including the reading of its answer. */
const TIMEOUT_MS = 5_000;
const LIMITS = { failures: 5, coolDownMs: 30_000 };
/** How many circuits are kept (LRU). */
const MAX_HOSTS = 500;
/** Statuses of a server that is down, also as a gateway reports them. */
const UNAVAILABLE_STATUSES = new Set([502, 503, 504]);

interface HttpActionCallsOptions {
  clock: Clock;
  /** Default: the public Internet. */
  network?: PublicNetwork | undefined;
  /** Hosts that may have private addresses, each with its port if it has one. */
  privateHosts?: readonly string[];
}

/** Calls the APIs of a business over HTTP, with a time-out of 5 s and a circuit breaker for each host. */
export function httpActionCalls({
  clock,
  network = publicNetwork,
  privateHosts = [],
}: HttpActionCallsOptions): ActionCalls {
  const networkOf = actionNetwork(network, privateHosts);
  const circuits = weightedLru<Circuit>(MAX_HOSTS, () => 1);

  async function call(request: ActionRequest, signal: AbortSignal): Promise<CallResult> {
    try {
      const exchange = await withTimeout(clock, TIMEOUT_MS, (late) =>
        exchangeJson(request, networkOf, AbortSignal.any([late, signal])),
      );
      const { status } = exchange;
      const outcome: CallOutcome = UNAVAILABLE_STATUSES.has(status) ? 'failed' : 'ok';
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

type WithoutDuration<T> = T extends unknown ? Omit<T, 'durationMs'> : never;

/** The answer of a call, and its outcome for the circuit breaker of the host. */
interface CallResult {
  answer: WithoutDuration<ActionAnswer>;
  outcome: CallOutcome;
}

/** The answer for a failed call. The text of the error may contain the address, so it is dropped. */
function failureOf(error: unknown): CallResult {
  const failed = (
    reason: 'address-refused' | 'connection' | 'timeout',
    outcome: CallOutcome,
  ): CallResult => ({
    answer: { kind: 'failed', reason },
    outcome,
  });
  if (error instanceof RefusedAddress) return failed('address-refused', 'ok');
  // The request ran out of time; that says nothing about the host.
  if (error instanceof RequestBudgetError) return failed('timeout', 'unknown');
  return error instanceof TimeoutError ? failed('timeout', 'failed') : failed('connection', 'failed');
}
