import type { Prices } from './cost.ts';

/** Reasoning efforts, from least to most. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The two supported model protocols. */
export const MODEL_APIS = ['responses', 'chat-completions'] as const;
export type ModelApi = (typeof MODEL_APIS)[number];

/** The known facts of one model. */
export interface KnownModel {
  /** The provider's name, without the version. */
  name: string;
  /** The efforts that it accepts; empty for a model without reasoning. */
  efforts: readonly Effort[];
  /** The protocol that its maker recommends. */
  api: ModelApi;
  /** List prices of a global deployment. */
  prices: Prices;
  /** Context window in tokens, input and output together. */
  contextTokens: number;
  /** Each version with the day on which it retires (RFC 3339 date). */
  retirements: Readonly<Record<string, string>>;
}

const NEWEST: readonly Effort[] = ['none', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * Known models, the recommended one first (sources: Azure model retirement schedule of 2026-07-07, the model
 * list of an Azure account in Sweden Central, the provider's price list; check again before relying on a
 * date). Other models work too: no effort is sent, and they have no price until one is set.
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

/** The known facts of one model that embeds texts. */
interface KnownEmbeddingModel {
  name: string;
  /** The length of its vectors to ask for: a third finds nearly as well, with a third of the memory. */
  dimensions: number;
  /** List price of a global deployment, in US dollars per million tokens. */
  price: number;
}

/**
 * Known models that embed texts (sources: the provider's price list; Azure model retirement schedule of
 * 2025-12-16, by which none of them retires before 2027-04-15).
 */
const EMBEDDING_MODELS: readonly KnownEmbeddingModel[] = [
  { name: 'text-embedding-3-small', dimensions: 512, price: 0.02 },
  { name: 'text-embedding-3-large', dimensions: 1024, price: 0.13 },
];

/** Finds the embedding model that a name begins with, such as that of its deployment, ignoring case. */
export function knownEmbeddingModel(name: string): KnownEmbeddingModel | undefined {
  return EMBEDDING_MODELS.find((known) => name.toLowerCase().startsWith(known.name));
}

const VERSION = /^(.+?)-(\d{4}-\d{2}-\d{2})$/;

/** Splits a model name of a server: `gpt-5.6-luna-2026-07-09` is `gpt-5.6-luna` of version `2026-07-09`. */
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

/** Names of models that reason: `o3`, `gpt-5.2-pro`, `gpt-7`; not `gpt-4o`, nor `gpt-5-chat`. */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d))(?!.*-chat)/;

/**
 * The effort to request: the chosen one, else the lowest that the model accepts, because a visitor waits for
 * the first word and reasoning counts as output. An unknown model with the name of one that reasons gets
 * `low`, which all of them accept. Undefined, so that none is sent, for any other.
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

/** The part of a context window that documents may take by default. */
const DOCUMENTS_SHARE = 1 / 8;

/**
 * How much knowledge goes whole into every prompt by default, in tokens: 40 000 where the window of the model
 * is known to carry it, 12 000 for others.
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
