import { HOST_PATTERN, listPattern, PORT_PATTERN } from '../../lib/hosts.ts';
import type { SessionRecord } from '../records/session.ts';

/** The sites that may embed the chat: exact origins (scheme, host, port), or any site. */
export interface Allowlist {
  any: boolean;
  origins: ReadonlySet<string>;
}

/** `invalid`: the entry of ALLOWED_ORIGINS that is not an origin. */
interface InvalidOrigin {
  invalid: string;
}

/** The source of a regular expression for an origin. */
const ORIGIN_PATTERN = `[Hh][Tt][Tt][Pp][Ss]?://${HOST_PATTERN}${PORT_PATTERN}?`;

/**
 * A regular expression (without flags) that matches exactly the settings that `parseAllowlist` accepts, for
 * forms that cannot run this code.
 */
export const ALLOWLIST_PATTERN = listPattern(`(?:\\*|${ORIGIN_PATTERN})`);

const ORIGIN = new RegExp(`^${ORIGIN_PATTERN}$`);

/**
 * Parses the setting ALLOWED_ORIGINS: comma-separated origins or `*`, normalized like browsers send them. The
 * first entry with a path, a trailing slash, a query, credentials or a wildcard in its host is returned as
 * `invalid`.
 */
export function parseAllowlist(setting: string): Allowlist | InvalidOrigin {
  const entries = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const origins = new Set<string>();
  for (const entry of entries) {
    if (entry === '*') continue;
    const origin = normalizeOrigin(entry);
    if (origin === undefined) return { invalid: entry };
    origins.add(origin);
  }
  return { any: entries.includes('*'), origins };
}

/**
 * Normalizes an origin like browsers do: scheme and host in lower case, without the scheme's default port.
 * Undefined for other texts. The result is safe in a header: it has no space, `;` or `,`.
 */
export function normalizeOrigin(entry: string): string | undefined {
  if (!ORIGIN.test(entry)) return undefined;
  // Browsers refuse labels with invalid Punycode, so they never send such an origin.
  return URL.canParse(entry) ? new URL(entry).origin : entry.toLowerCase();
}

/** The Punycode form of an origin with an internationalized host name; browsers send this form. */
export function inPunycode(entry: string): string | undefined {
  const origin = URL.canParse(entry) ? new URL(entry).origin : '';
  return /[^\0-\x7f]/.test(entry) && ORIGIN.test(origin) ? origin : undefined;
}

export function mayUseChat(allowlist: Allowlist, origin: string): boolean {
  return allowlist.any || allowlist.origins.has(origin);
}

/** The value of Access-Control-Allow-Origin for a request's Origin; undefined if it is not allowed. */
export function allowOriginHeader(allowlist: Allowlist, origin: string | undefined): string | undefined {
  if (origin !== undefined && allowlist.origins.has(origin)) return origin;
  return allowlist.any ? '*' : undefined;
}

/** The domain of an address such as `https://www.shop.example/shop`; other texts are unchanged. */
export function domainIn(address: string): string {
  const after = address.trim().replace(/^https?:\/\//i, '');
  const end = after.search(/[/?#]/);
  return end < 0 ? after : after.slice(0, end);
}

/** The source domain of a conversation: its widget's primary domain, else the host of its origin. */
export function sourceDomain({
  widget,
  origin = '',
}: Pick<SessionRecord, 'widget' | 'origin'>): string | undefined {
  return widget?.primaryDomain ?? (URL.canParse(origin) ? new URL(origin).hostname : undefined);
}
