import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { beginCall, CLOSED, afterCall, type CallOutcome, type Circuit } from '../../src/domain/circuit.ts';

const LIMITS = { failures: 3, coolDownMs: 1000 };
const OPEN: Circuit = { state: 'open', untilMs: 5000 };
const PROBING: Circuit = { state: 'probing' };
const failed = (failures: number): Circuit => ({ state: 'closed', failures });

describe('who may ask', () => {
  test.each<[string, Circuit, number, Circuit | undefined]>([
    ['everybody, while it is closed', CLOSED, 0, CLOSED],
    ['everybody, while failures are few', failed(2), 0, failed(2)],
    ['nobody, until it has cooled down', OPEN, 4999, undefined],
    ['one, when it has', OPEN, 5000, PROBING],
    ['nobody else, while that one asks', PROBING, 9999, undefined],
  ])('%s', (_name, circuit, nowMs, after) => {
    expect(beginCall(circuit, nowMs)).toEqual(after);
  });
});

describe('what a call leaves behind', () => {
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
  ])('%o after a call that ended %s', (circuit, outcome, after) => {
    expect(afterCall(circuit, outcome, 7000, LIMITS)).toEqual(after);
  });
});

it('never locks everybody out for longer than it cools down, once no call is under way', () => {
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
