/** Names of parameters by which lists are filtered and sorted. */
const FILTER =
  /^(?:sort|order|orderby|dir|direction|view|layout|mode|limit|per_?page|size|colou?r|brand|price|min|max|tag|tags|search|query|q|s|filter|facet|material|rating)(?:\b|_|\[)|^(?:filter|facet|min|max|f|attr)[_[.]/i;
const DATE = /^(?:date|day|week|month|year|monat|jahr|tag|woche|datum|from|to|start|end|cal\w*|tribe\w*)$/i;
const PAGE = /^(?:page|paged|p|seite|offset|start|pagina|pg)$/i;

/** At most so many pages of one kind are requested; the kind of most pages has no limit but the site's. */
const LIMITS = { date: 12, filter: 8, filters: 4, page: 50, parameters: 200 } as const;

/** A path with so many parts, or the same part so often, is made by links that append to themselves. */
const MAX_PARTS = 12;
const MAX_REPEATS = 3;

/** Pages of one kind: the same path pattern and names of parameters. */
export interface PagePattern {
  pattern: string;
  limit: number;
}

/**
 * The kind of pages that an address belongs to where such pages may link on without an end: calendars by
 * dates in the path or the parameters, filters by the names of parameters. Undefined for all others.
 */
export function pagePatternOf(url: string): PagePattern | undefined {
  const { pathname, searchParams } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const path = parts.map((part) => part.replaceAll(/\d+/g, '#')).join('/');
  const names = [...new Set(searchParams.keys())];
  if (parts.length > MAX_PARTS || parts.some((part) => repeats(part, parts) > MAX_REPEATS)) {
    return { pattern: `${parts[0]}/…`, limit: 0 };
  }
  if (names.some((name) => DATE.test(name))) return { pattern: `${path}?date`, limit: LIMITS.date };
  const filters = names.filter((name) => FILTER.test(name));
  if (filters.length > 1) return { pattern: `${path}?filters`, limit: LIMITS.filters };
  if (filters.length === 1) return { pattern: `${path}?filter`, limit: LIMITS.filter };
  if (names.some((name) => PAGE.test(name))) return { pattern: `${path}?page`, limit: LIMITS.page };
  if (names.length > 0) return { pattern: `${path}?${names.join('&')}`, limit: LIMITS.parameters };
  if (endsWithDate(parts)) return { pattern: path, limit: LIMITS.date };
  return /(?:^|\/)(?:page|seite|p)\/#$/.test(path) ? { pattern: path, limit: LIMITS.page } : undefined;
}

function repeats(part: string, parts: readonly string[]): number {
  return parts.filter((other) => other === part).length;
}

/** `…/2026/11`, `…/2026/11/27`, `…/2026-11`, `…/2026-11-27`, as archives and calendars have them. */
function endsWithDate(parts: readonly string[]): boolean {
  return /(?:^|\/)(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/]\d{1,2})?$/.test(parts.join('/'));
}

/** Counts the pages of each kind: `false` for one beyond the limit of its kind. */
export function pagePatternLimits(): (url: string) => boolean {
  const counts = new Map<string, number>();
  return (url) => {
    const alike = pagePatternOf(url);
    if (alike === undefined) return true;
    const key = `${new URL(url).host}/${alike.pattern}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= alike.limit;
  };
}
