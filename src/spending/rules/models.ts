import type { Prices } from '../records/prices.ts';

/** Reasoning efforts, from least to most. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The supported model APIs. */
export const MODEL_APIS = ['responses', 'chat-completions'] as const;
export type ModelApi = (typeof MODEL_APIS)[number];

interface KnownModel {
  /** The name at the provider, without the version. */
  name: string;
  /** The accepted reasoning efforts; empty for a model without reasoning. */
  efforts: readonly Effort[];
  /** The API that the provider recommends. */
  api: ModelApi;
  /** List prices of a global deployment, in US dollars per million tokens. */
  prices: Prices;
  /** Context window in tokens, input and output together. */
  contextTokens: number;
  /** The retirement date (RFC 3339 full-date) by version. */
  retirements: Readonly<Record<string, string>>;
}

const NEWEST: readonly Effort[] = ['none', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * Known models, the recommended one first (sources: Azure model retirement schedule of 2026-07-07, the model
 * list of an Azure account in Sweden Central, the provider's price list; check again before relying on a
 * date). Other models also work, without a reasoning effort and without a price until one is set.
 */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'gpt-5.6-luna',
    efforts: NEWEST,
    api: 'responses',
    prices: { input: 0.2, cachedInput: 0.02, cacheWrite: 0.25, output: 1.2 },
    contextTokens: 1_050_000,
    retirements: { '2026-07-09': '2028-01-11' },
  },
  {
    name: 'gpt-6-luna',
    efforts: NEWEST,
    api: 'responses',
    prices: { input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 },
    contextTokens: 1_050_000,
    retirements: {},
  },
  {
    name: 'gpt-5.6-terra',
    efforts: NEWEST,
    api: 'responses',
    prices: { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 12 },
    contextTokens: 1_050_000,
    retirements: { '2026-07-09': '2028-01-11' },
  },
  {
    name: 'gpt-5-mini',
    efforts: ['minimal', 'low', 'medium', 'high'],
    api: 'responses',
    prices: { input: 0.25, cachedInput: 0.025, output: 2 },
    contextTokens: 400_000,
    retirements: { '2025-08-07': '2027-02-06' },
  },
  {
    name: 'gpt-5-nano',
    efforts: ['minimal', 'low', 'medium', 'high'],
    api: 'responses',
    prices: { input: 0.05, cachedInput: 0.005, output: 0.4 },
    contextTokens: 400_000,
    retirements: { '2025-08-07': '2027-02-06' },
  },
  {
    name: 'gpt-4.1-mini',
    efforts: [],
    api: 'responses',
    prices: { input: 0.4, cachedInput: 0.1, output: 1.6 },
    contextTokens: 1_047_576,
    retirements: { '2025-04-14': '2026-10-14' },
  },
];

interface KnownEmbeddingModel {
  name: string;
  /** The vector length to request: a third of the maximum, for less memory at nearly the same quality. */
  dimensions: number;
  /** List price of a global deployment, in US dollars per million tokens. */
  price: number;
  /** The earliest retirement in Azure (RFC 3339 full-date). */
  retiresFrom: string;
}

/** Known embedding models (sources: the provider's price list; Azure retirement schedule of 2025-12-16). */
const EMBEDDING_MODELS: readonly KnownEmbeddingModel[] = [
  { name: 'text-embedding-3-small', dimensions: 512, price: 0.02, retiresFrom: '2027-04-15' },
  { name: 'text-embedding-3-large', dimensions: 1024, price: 0.13, retiresFrom: '2027-04-15' },
];

/** Finds the embedding model whose name is a prefix of a model or deployment name, ignoring case. */
export function knownEmbeddingModel(name: string): KnownEmbeddingModel | undefined {
  return EMBEDDING_MODELS.find((known) => name.toLowerCase().startsWith(known.name));
}

const VERSION = /^(.+?)-(\d{4}-\d{2}-\d{2})$/;

/** Splits the version from a server's model name, such as `gpt-5.6-luna-2026-07-09`. */
export function modelNamed(reported: string): { name: string; version?: string } {
  const [, name, version] = VERSION.exec(reported) ?? [];
  return name === undefined || version === undefined ? { name: reported } : { name, version };
}

/** Finds the model that a server or a setting names, ignoring case. */
export function knownModel(reported: string | undefined): KnownModel | undefined {
  if (reported === undefined) return undefined;
  const name = modelNamed(reported.toLowerCase()).name;
  return KNOWN_MODELS.find((known) => known.name === name);
}

/** Names of reasoning models: `o3`, `gpt-5.2-pro`, `gpt-7`, but not `gpt-4o` or `gpt-5-chat`. */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d))(?!.*-chat)/;

/**
 * The reasoning effort to request: the chosen one, else the lowest accepted one, for a quick first word and a
 * low cost. An unknown model with the name of a reasoning model gets `low`, which all of them accept.
 * Undefined for other models: no effort is sent.
 */
export function effortFor(
  model: { known: KnownModel | undefined; name: string },
  chosen: Effort | undefined,
): Effort | undefined {
  if (chosen) return chosen;
  const { known, name } = model;
  if (known) return EFFORTS.find((effort) => known.efforts.includes(effort));
  return REASONING.test(modelNamed(name.toLowerCase()).name) ? 'low' : undefined;
}

/** The default share of the context window for documents. */
const DOCUMENTS_SHARE = 1 / 8;

/**
 * The default size up to which the whole knowledge is part of every prompt, in tokens: 40 000 if the model
 * has a large known context window, otherwise 12 000.
 */
export function promptTokensFor(name: string | undefined): number {
  const window = knownModel(name)?.contextTokens ?? 0;
  return window * DOCUMENTS_SHARE >= 40_000 ? 40_000 : 12_000;
}

const DAY_MS = 86_400_000;

/** Whole days from now until a time (RFC 3339), negative afterwards. */
export function daysUntil(at: string, nowMs: number): number {
  return Math.floor((Date.parse(at) - nowMs) / DAY_MS);
}
