/**
 * Whether a server is worth asking, as a value. `open`: it failed again and again, nobody asks until `untilMs`.
 * `probing`: one caller asks, and what becomes of it decides for all.
 */
export type Circuit =
  { state: 'closed'; failures: number } | { state: 'open'; untilMs: number } | { state: 'probing' };

export interface CircuitLimits {
  /** Consecutive failures that open the circuit. */
  failures: number;
  /** How long nobody asks then, in milliseconds. */
  coolDownMs: number;
}

/** `ok` and `failed` are the server's doing; `unknown`: the caller went away before it was decided. */
export type CallOutcome = 'ok' | 'failed' | 'unknown';

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

/** The circuit with one more caller in it; undefined where the caller must not ask. Times are of the epoch. */
export function admit(circuit: Circuit, nowMs: number): Circuit | undefined {
  switch (circuit.state) {
    case 'closed':
      return circuit;
    case 'open':
      return nowMs < circuit.untilMs ? undefined : { state: 'probing' };
    case 'probing':
      return undefined;
  }
}

/** The circuit after a call has ended. One that ends well proves that the server is there, whenever it began. */
export function settle(
  circuit: Circuit,
  outcome: CallOutcome,
  nowMs: number,
  limits: CircuitLimits,
): Circuit {
  if (outcome === 'ok') return CLOSED;
  if (outcome === 'unknown') {
    // Somebody else may try at once; nothing has been learned.
    return circuit.state === 'probing' ? { state: 'open', untilMs: nowMs } : circuit;
  }
  if (circuit.state === 'open') return circuit;
  const failures = circuit.state === 'closed' ? circuit.failures + 1 : limits.failures;
  return failures >= limits.failures
    ? { state: 'open', untilMs: nowMs + limits.coolDownMs }
    : { state: 'closed', failures };
}
