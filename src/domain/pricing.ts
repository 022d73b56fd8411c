import type { Prices } from './cost.ts';
import { knownModel } from './models.ts';

/** Whose call is to be paid for. */
export interface PricedCall {
  /** The model that the assistant's profile names; undefined for the deployment's own. */
  asked?: string | undefined;
  /** The model that answered, as the server names it. */
  answered: string;
  /** What an admin keeps with a model that they name. */
  own?: Partial<Prices> | undefined;
}

/** The prices of a call; undefined where none are known, so that no wrong amount is ever shown. */
export type Pricing = (call: PricedCall) => Prices | undefined;

/**
 * Prices by model. Of the deployment's own model the configured prices count, of a model that an admin names those that are
 * kept with it; the table of known models fills in what is not given.
 */
export function pricing(configured: Partial<Prices>): Pricing {
  return ({ asked, answered, own = {} }) => {
    const listed = knownModel(answered)?.prices ?? knownModel(asked)?.prices;
    return complete({ ...listed, ...(asked === undefined ? configured : own) });
  };
}

/** Prices with which a call can be priced; undefined where input or output has none. */
function complete({ input, cachedInput = input, cacheWrite, output }: Partial<Prices>): Prices | undefined {
  if (input === undefined || cachedInput === undefined || output === undefined) return undefined;
  // Without a price of its own, what comes from the cache costs what other input does.
  return { input, cachedInput, ...(cacheWrite !== undefined && { cacheWrite }), output };
}
