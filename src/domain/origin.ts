import { HOST_PATTERN, listPattern, PORT_PATTERN } from './hosts.ts';

/** Which sites may embed the chat: exact origins (scheme, host, port), and whether any site may. */
export interface Allowlist {
  any: boolean;
  origins: ReadonlySet<string>;
}

/** An entry of ALLOWED_ORIGINS that is not an origin. */
export interface InvalidOrigin {
  invalid: string;
}

/** The source of a regular expression for an origin in a setting. */
const ORIGIN_PATTERN = `[Hh][Tt][Tt][Pp][Ss]?://${HOST_PATTERN}${PORT_PATTERN}?`;

/**
 * ALLOWED_ORIGINS as a regular expression without flags, for forms that cannot run this code: it matches
 * exactly the settings that `parseAllowlist` accepts.
 */
export const ALLOWLIST_PATTERN = listPattern(`(?:\\*|${ORIGIN_PATTERN})`);

const ORIGIN = new RegExp(`^${ORIGIN_PATTERN}$`);

/**
 * Parses the setting ALLOWED_ORIGINS: comma-separated origins or `*`, normalized as browsers send them. An
 * entry with a path, a trailing slash, a query, credentials or a wildcard inside its host is refused by name.
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
 * Normalizes an origin as browsers send it: scheme and host in lower case, without the scheme's default port.
 * Undefined for anything else. The result is safe in a header: it has no space, `;` or `,`.
 */
export function normalizeOrigin(entry: string): string | undefined {
  if (!ORIGIN.test(entry)) return undefined;
  // A label with invalid Punycode is no origin to a browser, so it is never sent.
  return URL.canParse(entry) ? new URL(entry).origin : entry.toLowerCase();
}

/** The origin that browsers send for an entry with an internationalized host name: in Punycode. */
export function inPunycode(entry: string): string | undefined {
  const origin = URL.canParse(entry) ? new URL(entry).origin : '';
  return /[^\0-\x7f]/.test(entry) && ORIGIN.test(origin) ? origin : undefined;
}

/** Whether a browser on this origin may use the chat. */
export function mayUseChat(allowlist: Allowlist, origin: string): boolean {
  return allowlist.any || allowlist.origins.has(origin);
}

/** The value of Access-Control-Allow-Origin for a request's Origin; the list itself is never sent. */
export function allowOriginHeader(allowlist: Allowlist, origin: string | undefined): string | undefined {
  if (origin !== undefined && allowlist.origins.has(origin)) return origin;
  return allowlist.any ? '*' : undefined;
}
