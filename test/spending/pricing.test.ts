import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  callFigures,
  costOf,
  costOfAnswer,
  embeddingUsage,
  NO_USAGE,
  pricing,
  addCall,
  addPriced,
} from '../../src/spending/rules/cost.ts';

const LUNA = { input: 0.2, cachedInput: 0.02, cacheWrite: 0.25, output: 1.2 };
const MILLION = { inputTokens: 1_000_000, outputTokens: 1_000_000, cachedInputTokens: 0 };

describe('the prices of a call', () => {
  test.each([
    ['the deployment’s own model by the table', {}, { model: 'gpt-5.6-luna-2026-07-09' }, LUNA],
    [
      'the configured ones, completed by the table',
      { output: 9 },
      { model: 'gpt-5.6-luna-2026-07-09' },
      { ...LUNA, output: 9 },
    ],
    [
      'only the configured ones for an unknown model',
      { input: 3, output: 9 },
      { model: 'llama3.3' },
      { input: 3, cachedInput: 3, output: 9 },
    ],
    ['unknown with half a configuration', { input: 3 }, { model: 'llama3.3' }, undefined],
    ['unknown for an unknown model', {}, { model: 'llama3.3' }, undefined],
    [
      'not the configured ones for another model that an admin names',
      { input: 3, output: 9 },
      { requestedModel: 'gpt-5.6-luna', model: 'gpt-5.6-luna' },
      LUNA,
    ],
    [
      'those stored with the model that an admin names',
      { input: 3, output: 9 },
      { requestedModel: 'other', model: 'other', own: { input: 1, cachedInput: 1, output: 2 } },
      { input: 1, cachedInput: 1, output: 2 },
    ],
    [
      'unknown for a named model without prices',
      { input: 3, output: 9 },
      { requestedModel: 'o', model: 'o' },
      undefined,
    ],
  ])('are %s', (_name, configured, call, prices) => {
    expect(pricing(configured)(call)).toEqual(prices);
  });
});

describe('the cost of a call', () => {
  test('is the sum of uncached input, cached input, cache writes and output, each at its price', () => {
    const usage = { ...MILLION, cachedInputTokens: 500_000, cacheWriteTokens: 250_000 };
    expect(costOf(usage, LUNA)).toBe(0.25 * 0.2 + 0.5 * 0.02 + 0.25 * 0.25 + 1.2);
    const { cacheWrite: _none, ...older } = LUNA;
    expect(costOf(usage, older)).toBe(0.5 * 0.2 + 0.5 * 0.02 + 1.2);
  });

  test('is unknown without a price, and zero without usage', () => {
    expect(costOf(MILLION, undefined)).toBeNull();
    expect(costOf(NO_USAGE, undefined)).toBe(0);
  });
});

describe('the cost of embedding', () => {
  const usage = { inputTokens: 1_500_000, outputTokens: 0, cachedInputTokens: 0 };

  test('is part of the input, at a separate price', () => {
    const prices = pricing({}, 0.02)({ model: 'gpt-5.6-luna' });
    expect(costOfAnswer({ usage, embeddingTokens: 500_000 }, prices)).toBeCloseTo(0.21);
    expect(costOfAnswer({ usage }, prices)).toBeCloseTo(0.3);
  });

  test('is the whole cost of an answer without a model', () => {
    const prices = pricing({}, 0.02)({ model: 'knowledge' });
    expect(costOfAnswer({ usage: embeddingUsage(500_000), embeddingTokens: 500_000 }, prices)).toBe(0.01);
  });

  test('is unknown without a price', () => {
    const prices = pricing({})({ model: 'gpt-5.6-luna' });
    expect(costOfAnswer({ usage, embeddingTokens: 1 }, prices)).toBeNull();
    expect(costOfAnswer({ usage }, prices)).toBeCloseTo(0.3);
  });
});

test('the cost of an answer of two calls is their sum, and unknown if one of the two is unknown', () => {
  const call = (cost: number | null) => ({ model: 'gpt-5.6-luna', usage: MILLION, cost });
  expect(addPriced(undefined, call(0.2))).toEqual(call(0.2));
  expect(addPriced(call(0.1), call(0.2))).toMatchObject({ cost: 0.3, usage: { inputTokens: 2_000_000 } });
  expect(addPriced(call(null), call(0.2)).cost).toBeNull();
  expect(addPriced(call(0.2), call(null)).cost).toBeNull();
});

test('sums include the tokens of every call, and its cost or the number of calls without one', () => {
  const calls = fc.array(fc.record({ tokens: fc.nat(10_000), cost: fc.option(fc.nat(1000)) }));
  fc.assert(
    fc.property(calls, (all) => {
      const start = { inputTokens: 0, outputTokens: 0, cost: 0 };
      const usage = (tokens: number) => ({ inputTokens: tokens, outputTokens: tokens, cachedInputTokens: 0 });
      const sum = all.reduce((so, { tokens, cost }) => addCall(so, usage(tokens), cost), start);
      const unpriced = all.filter(({ cost }) => cost === null).length;
      expect(sum).toEqual({
        inputTokens: all.reduce((so, { tokens }) => so + tokens, 0),
        outputTokens: all.reduce((so, { tokens }) => so + tokens, 0),
        cost: all.reduce((so, { cost }) => so + (cost ?? 0), 0),
        ...(unpriced > 0 && { unpricedCalls: unpriced }),
      });
      const figures = all.map(({ tokens, cost }) => callFigures(usage(tokens), cost));
      expect(figures.reduce((so, { unpricedCalls = 0 }) => so + unpricedCalls, 0)).toBe(unpriced);
      expect(figures.reduce((so, { cost }) => so + cost, 0)).toBe(sum.cost);
    }),
  );
});
