import * as z from 'zod/mini';
import { EMBEDDING_NAMES } from './embedding.ts';
import { number } from './values.ts';
import type { ConfiguredPrices } from '../spending/rules/cost.ts';
import { knownEmbeddingModel } from '../spending/rules/models.ts';

const price = number(0, 100_000, 'US dollars per million tokens, for example 0.25');

/** Of the deployment's own model. */
export const PRICES = z.object({
  MODEL_INPUT_PRICE: z.optional(price),
  MODEL_CACHED_INPUT_PRICE: z.optional(price),
  MODEL_OUTPUT_PRICE: z.optional(price),
});

/**
 * In the cloud an invalid price must not keep visitors from an answer. It is left out, no cost is shown, and
 * health and the dashboard name the setting.
 */
export const prices = z.pipe(
  z.looseObject({ cloud: z.boolean(), ...EMBEDDING_NAMES }),
  z.transform(({ cloud, EMBEDDING_DEPLOYMENT, EMBEDDING_MODEL, ...given }, context) => {
    const { data, error } = z.safeParse(PRICES, given);
    const issues = error?.issues ?? [];
    if (!cloud) {
      for (const { path, message } of issues) {
        context.issues.push({ code: 'custom', input: given, path, message });
      }
    }
    return {
      /** Missing prices come from the table of known models. */
      prices: data === undefined ? ('unknown' as const) : pricesOf(data),
      /** US dollars per million tokens that are embedded; undefined if it is not known. */
      embeddingPrice: data && knownEmbeddingModel(EMBEDDING_DEPLOYMENT ?? EMBEDDING_MODEL ?? '')?.price,
      /** Settings with invalid prices, in the cloud; the local host does not start with one. */
      wrongPrices: issues.map(({ path: [name] }) => String(name)),
    };
  }),
);

function pricesOf(settings: z.output<typeof PRICES>): ConfiguredPrices {
  const {
    MODEL_INPUT_PRICE: input,
    MODEL_CACHED_INPUT_PRICE: cachedInput,
    MODEL_OUTPUT_PRICE: output,
  } = settings;
  return {
    ...(input !== undefined && { input }),
    ...(cachedInput !== undefined && { cachedInput }),
    ...(output !== undefined && { output }),
  };
}
