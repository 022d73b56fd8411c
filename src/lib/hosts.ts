/**
 * Patterns for hosts of URLs, as strict as headers require: letters, digits, dots and dashes, an IPv4
 * address, or an IPv6 address in brackets. A last label that begins with a digit must be part of an IPv4
 * address (WHATWG URL §3.5).
 */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const LAST_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const GROUP = '[0-9A-Fa-f]{1,4}';
const GROUPS = `(?:${GROUP}(?::${GROUP})*)?`;
/** At most seven groups next to `::`. */
const NOT_EIGHT = `(?!(?::{0,2}${GROUP}(?![0-9A-Fa-f])){8})`;
const IPV6 = `\\[(?:(?:${GROUP}:){7}${GROUP}|${NOT_EIGHT}${GROUPS}::${GROUPS})\\]`;

/** The source of a regular expression for a host name or address. */
export const HOST_PATTERN = `(?:(?:${LABEL}\\.)*${LAST_LABEL}|(?:${BYTE}\\.){3}${BYTE}|${IPV6})`;
/** A port from 0 to 65535, with its colon. */
export const PORT_PATTERN =
  '(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))';

const HOST = new RegExp(`^${HOST_PATTERN}${PORT_PATTERN}?$`);

/**
 * A regular expression without flags for a comma-separated list: `entry` with white space around it, or
 * nothing.
 */
export function listPattern(entry: string): string {
  return `^\\s*(?:${entry}\\s*)?(?:,\\s*(?:${entry}\\s*)?)*$`;
}

/** Whether a text is a host, with or without a port. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/**
 * Whether a URL's `hostname` is one of the three usual names of this machine. Pages use it, because
 * `isLoopbackHost`, which knows the whole range, needs a parser of addresses.
 */
export function isUsualLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** Whether a URL's `hostname` is a domain name with a dot, not an IP address. */
export function isDomainHost(hostname: string): boolean {
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[');
}

/**
 * Parses comma-separated hosts, each with a port unless it is the scheme's default. They are lower-cased,
 * like browsers send them. `invalid` is the first invalid entry.
 */
export function parseHosts(list: string): { hosts: string[] } | { invalid: string } {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const invalid = entries.find((entry) => !isHost(entry));
  return invalid === undefined ? { hosts: entries.map((entry) => entry.toLowerCase()) } : { invalid };
}
