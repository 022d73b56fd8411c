import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { beginCall, CLOSED, afterCall, type CallOutcome, type Circuit } from '../../src/lib/circuit.ts';

const LIMITS = { failures: 3, coolDownMs: 1000 };
const OPEN: Circuit = { state: 'open', untilMs: 5000 };
const PROBING: Circuit = { state: 'probing' };
const failed = (failures: number): Circuit => ({ state: 'closed', failures });

describe('a circuit allows', () => {
  test.each<[string, Circuit, number, Circuit | undefined]>([
    ['every call while it is closed', CLOSED, 0, CLOSED],
    ['every call while failures are few', failed(2), 0, failed(2)],
    ['no call until it has cooled down', OPEN, 4999, undefined],
    ['one call after it has cooled down', OPEN, 5000, PROBING],
    ['no further call while that call is pending', PROBING, 9999, undefined],
  ])('%s', (_name, circuit, nowMs, after) => {
    expect(beginCall(circuit, nowMs)).toEqual(after);
  });
});

describe('the state of a circuit after a call', () => {
  test.each<[Circuit, CallOutcome, Circuit]>([
    [CLOSED, 'ok', CLOSED],
    [CLOSED, 'failed', failed(1)],
    [failed(1), 'failed', failed(2)],
    [failed(2), 'failed', { state: 'open', untilMs: 8000 }],
    [failed(2), 'ok', CLOSED],
    [failed(2), 'unknown', failed(2)],
    [PROBING, 'ok', CLOSED],
    [PROBING, 'failed', { state: 'open', untilMs: 8000 }],
    [PROBING, 'unknown', { state: 'open', untilMs: 7000 }],
    // Calls that began before it opened.
    [OPEN, 'ok', CLOSED],
    [OPEN, 'failed', OPEN],
    [OPEN, 'unknown', OPEN],
  ])('%o after a call with the outcome %s', (circuit, outcome, after) => {
    expect(afterCall(circuit, outcome, 7000, LIMITS)).toEqual(after);
  });
});

it('a circuit without pending calls allows a call after its cool-down at the latest', () => {
  const outcome = fc.constantFrom<CallOutcome>('ok', 'failed', 'unknown');
  fc.assert(
    fc.property(fc.array(fc.record({ outcome, passedMs: fc.nat(1500) })), (calls) => {
      let circuit: Circuit = CLOSED;
      let nowMs = 0;
      for (const call of calls) {
        nowMs += call.passedMs;
        const admitted = beginCall(circuit, nowMs);
        if (admitted) circuit = afterCall(admitted, call.outcome, nowMs, LIMITS);
      }
      expect(beginCall(circuit, nowMs + LIMITS.coolDownMs)).toBeDefined();
    }),
  );
});
