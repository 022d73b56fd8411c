/** Which sites may embed the chat: exact origins (scheme, host, port), and whether any site may. */
export interface Allowlist {
  any: boolean;
  origins: ReadonlySet<string>;
}

/** An entry of ALLOWED_ORIGINS that is not an origin. */
export interface InvalidOrigin {
  invalid: string;
}

/**
 * Reads the setting ALLOWED_ORIGINS: comma-separated origins or `*`. An entry with a path, a trailing slash, a query
 * or credentials is refused by name, since a browser would never send it (specification, Settings).
 */
export function parseAllowlist(setting: string): Allowlist | InvalidOrigin {
  const entries = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const origins = new Set<string>();
  for (const entry of entries) {
    if (entry === '*') continue;
    if (!isOrigin(entry)) return { invalid: entry };
    origins.add(entry);
  }
  return { any: entries.includes('*'), origins };
}

/** An exact origin, as browsers send it. */
export function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry;
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

/** The origin that a new session records: an exact entry of the list, never the wildcard (specification, Origin of a session). */
export function recordedOrigin(allowlist: Allowlist, origin: string | undefined): string | undefined {
  return origin !== undefined && allowlist.origins.has(origin) ? origin : undefined;
}
