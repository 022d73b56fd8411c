import type { StoredWebsiteSource } from '../records/website-source.ts';

type Offers = StoredWebsiteSource['offers'];

/**
 * The choices that a website offers. A reading that did not see all pages again, because some were unchanged,
 * adds to the earlier choices.
 */
export function mergedOffers(before: Offers, found: Offers, isComplete: boolean): Offers {
  const { languages, subdomains, files, overLimit } = found;
  if (isComplete) return { languages, subdomains, files, overLimit };
  return {
    languages: union(before.languages, languages),
    subdomains: union(before.subdomains, subdomains),
    files: Math.max(before.files, files),
    overLimit,
  };
}

const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].sort();
