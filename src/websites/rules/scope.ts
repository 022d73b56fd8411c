import type { StoredWebsiteSource } from '../records/website-source.ts';

/** Whether the same pages are read with the choices of both. */
export const hasSameScope = (one: StoredWebsiteSource, other: StoredWebsiteSource): boolean =>
  scopeOf(one) === scopeOf(other);

function scopeOf({ allowHttp, subdomains, files, languages, also, rules }: StoredWebsiteSource): string {
  const patterns = rules.map(({ pattern, read }) => [pattern, read]);
  return JSON.stringify([allowHttp, subdomains, files, languages, also, patterns]);
}

/**
 * The choices with which a website is opened. Once it was read, its start page must stay on the same website.
 */
export function openingChoices(value: StoredWebsiteSource) {
  const { allowHttp, subdomains, files, languages, readAt, address } = value;
  const startUrl = value.startUrl ?? (readAt === undefined ? undefined : address);
  return {
    allowHttp,
    subdomains,
    files,
    ...(languages.length > 0 && { languages }),
    ...(startUrl !== undefined && { startUrl }),
  };
}
