import type { Prices } from './cost.ts';
import { knownModel } from './models.ts';

/** The call that is priced. */
export interface PricedCall {
  /** The model that the assistant's profile names; undefined for the deployment's own. */
  asked?: string | undefined;
  /** The model that answered, by the server's name. */
  answered: string;
  /** Prices that an admin saved with a model. */
  own?: Partial<Prices> | undefined;
}

/** The prices of a call; undefined where none are known, so that no wrong amount is ever shown. */
export type Pricing = (call: PricedCall) => Prices | undefined;

/**
 * Prices by model: the configured ones for the deployment's own model, the saved ones for a model that an
 * admin named; the table of known models fills in the missing ones.
 */
export function pricing(configured: Partial<Prices>): Pricing {
  return ({ asked, answered, own = {} }) => {
    const listed = knownModel(answered)?.prices ?? knownModel(asked)?.prices;
    return complete({ ...listed, ...(asked === undefined ? configured : own) });
  };
}

/** Complete prices; undefined where input or output has none. */
function complete({ input, cachedInput = input, cacheWrite, output }: Partial<Prices>): Prices | undefined {
  if (input === undefined || cachedInput === undefined || output === undefined) return undefined;
  // Cached input without a price of its own costs the same as other input.
  return { input, cachedInput, ...(cacheWrite !== undefined && { cacheWrite }), output };
}
