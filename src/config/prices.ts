import * as z from 'zod/mini';
import { isCloud, type Environment } from './settings.ts';
import type { Prices } from '../spending/records/prices.ts';
import { Settings } from '../admin/wire/settings.ts';

const PRICES = ['MODEL_INPUT_PRICE', 'MODEL_CACHED_INPUT_PRICE', 'MODEL_OUTPUT_PRICE'] as const;

/**
 * In the cloud an invalid price must not keep visitors from an answer. It is left out, no cost is shown, and
 * health and the dashboard name the setting.
 */
export function invalidPricesOf(environment: Environment): string[] {
  if (!isCloud(environment)) return [];
  return PRICES.filter((name) => {
    const value = environment[name];
    return value?.trim() && !z.safeParse(Settings.shape[name], value).success;
  });
}

/** The prices that are set; the others come from the table of known models. */
export function explicitPrices(settings: Settings): Partial<Prices> {
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
