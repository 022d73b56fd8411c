/** Names of parameters that filter or sort lists. */
const FILTER =
  /^(?:sort|order|orderby|dir|direction|view|layout|mode|limit|per_?page|size|colou?r|brand|price|min|max|tag|tags|search|query|q|s|filter|facet|material|rating)(?:\b|_|\[)|^(?:filter|facet|min|max|f|attr)[_[.]/i;
const DATE = /^(?:date|day|week|month|year|monat|jahr|tag|woche|datum|from|to|start|end|cal\w*|tribe\w*)$/i;
const PAGE = /^(?:page|paged|p|seite|offset|start|pagina|pg)$/i;

/**
 * The maximum number of requested pages per pattern; most pages have no pattern, and only the site's limit.
 */
const LIMITS = { date: 12, filter: 8, filters: 4, page: 50, parameters: 200 } as const;

/** Limits of path segments and their repeats, against links that append to themselves (crawler traps). */
const MAX_PARTS = 12;
const MAX_REPEATS = 3;

/** A group of similar pages: the same path pattern and parameter names. */
interface PagePattern {
  pattern: string;
  limit: number;
  /** A calendar or filters: which of its pages are read is decided after all others. */
  isEndless: boolean;
}

/**
 * The pattern of a URL whose group may be endless (crawler traps): calendars with dates in the path or the
 * parameters, and filters. Undefined for all others.
 */
export function pagePatternOf(url: string): PagePattern | undefined {
  const { pathname, searchParams } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const path = parts.map((part) => part.replaceAll(/\d+/g, '#')).join('/');
  const names = [...new Set(searchParams.keys())];
  if (parts.length > MAX_PARTS || parts.some((part) => repeats(part, parts) > MAX_REPEATS)) {
    return { pattern: `${parts[0]}/…`, limit: 0, isEndless: false };
  }
  if (names.some((name) => DATE.test(name))) return endless(`${path}?date`, LIMITS.date);
  const filters = names.filter((name) => FILTER.test(name));
  if (filters.length > 1) return endless(`${path}?filters`, LIMITS.filters);
  if (filters.length === 1) return endless(`${path}?filter`, LIMITS.filter);
  if (names.some((name) => PAGE.test(name))) return limited(`${path}?page`, LIMITS.page);
  if (names.length > 0) return limited(`${path}?${names.join('&')}`, LIMITS.parameters);
  if (endsWithDate(parts)) return endless(path, LIMITS.date);
  return /(?:^|\/)(?:page|seite|p)\/#$/.test(path) ? limited(path, LIMITS.page) : undefined;
}

const endless = (pattern: string, limit: number): PagePattern => ({ pattern, limit, isEndless: true });
const limited = (pattern: string, limit: number): PagePattern => ({ pattern, limit, isEndless: false });

/** The pattern of a URL of an endless kind, with its host; undefined for all others. */
export function endlessKindOf(url: string): string | undefined {
  const kind = pagePatternOf(url);
  return kind?.isEndless ? `${new URL(url).host}/${kind.pattern}` : undefined;
}

/**
 * Whether a page links endless kinds that the start page does not link; the links of the start page are known
 * in each reading, because it is always requested.
 */
export function endlessLinks(startUrl: string): (url: string, links: readonly string[]) => boolean {
  const startKinds = new Set<string>();
  return (url, links) => {
    const kinds = links.flatMap((link) => endlessKindOf(link) ?? []);
    if (url !== startUrl) return kinds.some((kind) => !startKinds.has(kind));
    for (const kind of kinds) startKinds.add(kind);
    return false;
  };
}

function repeats(part: string, parts: readonly string[]): number {
  return parts.filter((other) => other === part).length;
}

/** Whether a path ends with a date such as `2026/11`, `2026/11/27`, `2026-11` or `2026-11-27`. */
function endsWithDate(parts: readonly string[]): boolean {
  return /(?:^|\/)(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/]\d{1,2})?$/.test(parts.join('/'));
}

/** Counts the pages of each pattern; the result is false beyond the limit of the pattern. */
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
