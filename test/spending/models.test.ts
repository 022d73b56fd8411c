import { expect, test } from 'vitest';
import {
  EFFORTS,
  effortFor,
  KNOWN_MODELS,
  knownModel,
  modelNamed,
  promptTokensFor,
} from '../../src/spending/rules/models.ts';

test.each([
  ['gpt-5.6-luna', 'gpt-5.6-luna', undefined],
  ['gpt-5.6-luna-2026-07-09', 'gpt-5.6-luna', '2026-07-09'],
  ['llama3.3:70b', 'llama3.3:70b', undefined],
  ['-2026-07-09', '-2026-07-09', undefined],
  ['', '', undefined],
])('%j is %j of version %j', (reported, name, version) => {
  expect(modelNamed(reported)).toEqual({ name, ...(version && { version }) });
});

test('a model is recognized with its version and in any case, and no other name is', () => {
  expect(knownModel('GPT-5.6-Luna-2026-07-09')?.name).toBe('gpt-5.6-luna');
  for (const other of ['gpt-5.6', 'gpt-5.6-luna-x', 'assistant', '', undefined]) {
    expect(knownModel(other)).toBeUndefined();
  }
});

test.each([
  ['gpt-5.6-luna', 'none'],
  ['gpt-5-mini', 'minimal'],
  ['gpt-4.1-mini', undefined],
  ['gpt-5.2-pro', 'low'],
  ['gpt-7-2027-01-01', 'low'],
  ['o4-mini', 'low'],
  ['gpt-5-chat', undefined],
  ['gpt-4o', undefined],
  ['llama3.3', undefined],
])('%s is called with the effort %s by default', (name, effort) => {
  const model = { known: knownModel(name), name };
  expect(effortFor(model, undefined)).toBe(effort);
  expect(effortFor(model, 'high')).toBe('high');
});

test('the table of models has unique names, ordered efforts and plausible prices', () => {
  expect(new Set(KNOWN_MODELS.map(({ name }) => name)).size).toBe(KNOWN_MODELS.length);
  for (const { efforts, prices, contextTokens, retirements } of KNOWN_MODELS) {
    expect(efforts).toEqual(EFFORTS.filter((effort) => efforts.includes(effort)));
    expect(prices.cachedInput).toBeLessThanOrEqual(prices.input);
    expect(prices.input).toBeLessThan(prices.output);
    expect(contextTokens).toBeGreaterThan(100_000);
    for (const day of Object.entries(retirements).flat()) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});

test.each([
  ['gpt-5.6-luna', 40_000],
  ['gpt-5-mini', 40_000],
  ['llama3.3', 12_000],
  [undefined, 12_000],
])('with %s, documents of up to %i tokens are sent whole in the prompt by default', (name, tokens) => {
  expect(promptTokensFor(name)).toBe(tokens);
});
