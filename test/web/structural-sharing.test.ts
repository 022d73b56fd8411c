import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareStructure } from '../../src/web/ui/structural-sharing.ts';

const copied = <T>(value: T): T => structuredClone(value);

test('an answer that equals the previous one is the same object', () => {
  const before = { sessions: [{ sessionId: 'a', tags: ['x'] }], next: null };
  expect(shareStructure(before, copied(before))).toBe(before);
});

test('unchanged parts of an answer are the same objects, also if they have moved in a list', () => {
  const before = {
    sessions: [
      { sessionId: 'a', count: 1 },
      { sessionId: 'b', count: 1 },
    ],
    totals: { all: 2 },
  };
  const [a, b] = before.sessions;
  const after = {
    ...copied(before),
    sessions: [{ sessionId: 'c', count: 1 }, copied(b), { ...a, count: 2 }],
  };
  const kept = shareStructure(before, after);
  expect(kept).toEqual(after);
  expect(kept.sessions[1]).toBe(b);
  expect(kept.sessions[2]).not.toBe(a);
  expect(kept.totals).toBe(before.totals);
});

test('a removed field and a shorter list are changes', () => {
  const before = { list: [1, 2], one: { name: 'a', note: undefined } };
  expect(shareStructure(before, { list: [1], one: { name: 'a' } })).toStrictEqual({
    list: [1],
    one: { name: 'a' },
  });
});

test('the result equals the received answer, for all previous values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(shareStructure(before, after)).toEqual(after);
    }),
  );
});
