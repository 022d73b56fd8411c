/**
 * A circuit breaker as a value. `open`: it failed repeatedly; no calls until `untilMs`.
 * `probing`: one caller tries, and its outcome closes or opens the circuit.
 */
export type Circuit =
  { state: 'closed'; failures: number } | { state: 'open'; untilMs: number } | { state: 'probing' };

export interface CircuitLimits {
  /** Consecutive failures that open the circuit. */
  failures: number;
  /** How long the circuit stays open, in milliseconds. */
  coolDownMs: number;
}

/** `ok` and `failed` concern the server; `unknown`: the caller aborted before the outcome. */
export type CallOutcome = 'ok' | 'failed' | 'unknown';

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

/**
 * The circuit with one more call in progress; undefined if the call is not allowed. Times are milliseconds
 * since the epoch.
 */
export function beginCall(circuit: Circuit, nowMs: number): Circuit | undefined {
  switch (circuit.state) {
    case 'closed':
      return circuit;
    case 'open':
      return nowMs < circuit.untilMs ? undefined : { state: 'probing' };
    case 'probing':
      return undefined;
  }
}

/** The circuit after a call has ended. A success always closes it. */
export function afterCall(
  circuit: Circuit,
  outcome: CallOutcome,
  nowMs: number,
  limits: CircuitLimits,
): Circuit {
  if (outcome === 'ok') return CLOSED;
  if (outcome === 'unknown') {
    // The outcome of the probe is unknown, so another caller may probe immediately.
    return circuit.state === 'probing' ? { state: 'open', untilMs: nowMs } : circuit;
  }
  if (circuit.state === 'open') return circuit;
  const failures = circuit.state === 'closed' ? circuit.failures + 1 : limits.failures;
  return failures >= limits.failures
    ? { state: 'open', untilMs: nowMs + limits.coolDownMs }
    : { state: 'closed', failures };
}
