import type { Prices } from './cost.ts';
import { knownModel } from './models.ts';

/** Whose call is to be paid for. */
export interface PricedCall {
  /** The model that the assistant's profile names; undefined for the deployment's own. */
  asked?: string | undefined;
  /** The model that answered, as the server names it. */
  answered: string;
  /** What an admin keeps with a model that they name. */
  own?: Prices | undefined;
}

/** The prices of a call; undefined where none are known, so that no wrong amount is ever shown. */
export type Pricing = (call: PricedCall) => Prices | undefined;

/**
 * Prices by model. Of the deployment's own model the configured prices count, and the table of known models fills in; of a
 * model that an admin names those that were kept with it, or the table's.
 */
export function pricing(configured: Partial<Prices>): Pricing {
  return ({ asked, answered, own }) => {
    const listed = knownModel(answered)?.prices ?? knownModel(asked)?.prices;
    if (asked !== undefined) return own ?? listed;
    const { input = listed?.input, output = listed?.output } = configured;
    if (input === undefined || output === undefined) return undefined;
    const cacheWrite = configured.cacheWrite ?? listed?.cacheWrite;
    return {
      input,
      // Without a price of its own, what comes from the cache costs what other input does.
      cachedInput: configured.cachedInput ?? listed?.cachedInput ?? input,
      ...(cacheWrite !== undefined && { cacheWrite }),
      output,
    };
  };
}
