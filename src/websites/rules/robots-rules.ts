import { decodeUnreserved, matchesWildcards } from './address.ts';

/** The rules of a robots.txt for one crawler. */
export interface RobotsRules {
  rules: readonly RobotsRule[];
  /** `Crawl-delay`, in seconds. */
  delaySeconds?: number;
  /** The sitemap URLs in the file, unchanged; the first MAX_SITEMAPS. */
  sitemaps: readonly string[];
}

interface RobotsRule {
  isAllow: boolean;
  pattern: string;
}

interface Group {
  rules: RobotsRule[];
  wildcards: { rules: number; characters: number };
  delaySeconds?: number;
}

const LINE = /^\s*([a-z-]+)\s*:(.*)$/is;
/** The maximum number of rules per crawler; further ones are ignored. */
const MAX_RULES = 10_000;
/**
 * The maximum number of rules with wildcards per crawler, and of their characters. Such a rule is searched
 * for at each position of a path.
 */
const MAX_WILDCARD_RULES = 500;
const MAX_WILDCARD_CHARACTERS = 20_000;
/** Longer values are ignored, in characters: no URL that is read is longer. */
const MAX_VALUE = 2_000;
/** The most sitemap files of a site, including those in indexes. */
export const MAX_SITEMAPS = 50;

/**
 * Parses a robots.txt (RFC 9309) for a product token: the rules of all groups that name it, else of the
 * groups for `*`. The longest matching pattern decides; at equal length, `Allow` wins. Lines outside of
 * groups, such as `Sitemap`, do not end a group.
 */
export function parseRobotsTxt(text: string, productToken: string): RobotsRules {
  const own = productToken.toLowerCase();
  const named = new Map<string, Group>();
  const sitemaps: string[] = [];
  let current = new Set<Group>();
  function groupOf(agent: string): Group {
    const group = named.get(agent) ?? newGroup();
    named.set(agent, group);
    return group;
  }
  let hasRules = false;
  for (const { name, value } of linesOf(text)) {
    if (name === 'user-agent') {
      if (hasRules) current = new Set();
      hasRules = false;
      const agent = /^(?:\*|[\w-]+)/.exec(value.toLowerCase())?.[0] ?? '';
      if (agent === own || agent === '*') current.add(groupOf(agent));
    } else if (name === 'sitemap') {
      if (value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
    } else {
      hasRules = true;
      for (const group of current) addTo(group, name, value);
    }
  }
  const { rules, delaySeconds } = named.get(own) ?? named.get('*') ?? newGroup();
  return { rules, ...(delaySeconds !== undefined && { delaySeconds }), sitemaps };
}

const newGroup = (): Group => ({ rules: [], wildcards: { rules: 0, characters: 0 } });

const NAMES = new Set(['user-agent', 'allow', 'disallow', 'crawl-delay', 'sitemap']);

/** The lines with a known name, without comments. */
function linesOf(text: string): { name: string; value: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => LINE.exec(line.split('#', 1)[0] ?? '') ?? [])
    .map(([, name = '', value = '']) => ({ name: name.toLowerCase(), value: value.trim() }))
    .filter(({ name, value }) => NAMES.has(name) && value.length <= MAX_VALUE);
}

function addTo(group: Group, name: string, value: string): void {
  if (name === 'crawl-delay') {
    const seconds = Number(value);
    if (value !== '' && seconds >= 0 && Number.isFinite(seconds)) group.delaySeconds = seconds;
  } else if (value !== '' && group.rules.length < MAX_RULES) {
    if (value.includes('*')) {
      const { wildcards } = group;
      wildcards.rules++;
      wildcards.characters += value.length;
      const isOver = wildcards.characters > MAX_WILDCARD_CHARACTERS;
      if (isOver || wildcards.rules > MAX_WILDCARD_RULES) return;
    }
    group.rules.push({ isAllow: name === 'allow', pattern: octets(value) });
  }
}

export function isAllowedBy({ rules }: Pick<RobotsRules, 'rules'>, url: string): boolean {
  const { pathname, search } = new URL(url);
  if (pathname === '/robots.txt') return true;
  const path = octets(`${pathname}${search}`);
  let decisive: RobotsRule | undefined;
  for (const rule of rules) {
    const { length } = rule.pattern;
    if (
      decisive &&
      (length < decisive.pattern.length || (length === decisive.pattern.length && !rule.isAllow))
    ) {
      continue;
    }
    if (matchesRule(rule.pattern, path)) decisive = rule;
  }
  return decisive?.isAllow ?? true;
}

/** Matches the start of a path; `*` matches any text, and a final `$` the end of the path. */
function matchesRule(pattern: string, path: string): boolean {
  return pattern.endsWith('$')
    ? matchesWildcards(pattern.slice(0, -1), path)
    : matchesWildcards(`${pattern}*`, path);
}

/** Normalizes the percent-encoding of a path for comparison (RFC 9309 §2.2.2). */
function octets(path: string): string {
  return decodeUnreserved(path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent));
}
