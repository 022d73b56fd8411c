/** Parameters that say where a visitor came from, never what the page shows. */
const TRACKING =
  /^(?:utm_|mtm_|pk_|piwik_|matomo_|hsa_|ga_|_hs)\w*$|^(?:gclid|gclsrc|dclid|gbraid|wbraid|gad_source|fbclid|msclkid|twclid|ttclid|yclid|igshid|igsh|mc_cid|mc_eid|mkt_tok|vero_id|srsltid|_ga|_gl|s_cid|wickedid|oly_enc_id|ref_src)$/i;

/** Parameters that carry a session of one visitor. */
const SESSION =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sid|sessid|sessionid|session_id|session|oscsid|zenid|xtcsid|s)$/i;
/** A short value of a parameter such as `s` or `sid` is a search or a number, never a session. */
const SESSION_VALUE = /^[\da-z_-]{16,}$/i;

/** Sessions within a path: of Java, and of ASP.NET without cookies. */
const PATH_SESSION = /;jsessionid=[^/?#]*|\/\([sax]\([^)]*\)\)(?=\/)/gi;

/** Octets that mean the same with and without percent-encoding (RFC 3986 §6.2.2.2). */
const UNRESERVED = /^[\w.~-]$/;

/** The longest address that is read, in characters. */
const MAX_LENGTH = 2_000;

/**
 * The one address of a page: without fragment, credentials, tracking parameters and sessions, with its
 * parameters in order. The host and the port are as the URL parser writes them. Undefined for what is no http
 * address, or too long.
 */
export function normalizedAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = decodedUnreserved(url.pathname.replaceAll(PATH_SESSION, '')).replaceAll(/\/{2,}/g, '/');
  const kept = [...url.searchParams].filter(([name, value]) => !isOfOneVisit(name, value));
  url.search = '';
  for (const [name, value] of kept.sort(byName)) url.searchParams.append(name, value);
  return url.href.length > MAX_LENGTH ? undefined : url.href;
}

function isOfOneVisit(name: string, value: string): boolean {
  return TRACKING.test(name) || (SESSION.test(name) && SESSION_VALUE.test(value));
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : Number(a > b));

/** A path whose unreserved octets are not percent-encoded; the other escapes are in upper case. */
export function decodedUnreserved(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
}

/**
 * The same for addresses that lead to one page by the habits of web servers: with or without a slash at the
 * end, `www.`, and the name of an index file; http or https.
 */
export function addressKey(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const path = pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i, '/').replace(/\/$/, '');
  return `${hostname.replace(/^www\./, '')}:${port}${path}${search}`;
}

/** A path whose first part is a language, such as `/de/` or `/pt-br/`. */
const LANGUAGE_PART = /^[a-z]{2}(?:-[a-z]{2})?$/i;

/** The section of a page: the first part of its path, after one of a language; `/` for the pages above. */
export function sectionOf(url: string): string {
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '');
  const depth = LANGUAGE_PART.test(parts[0] ?? '') ? 2 : 1;
  return parts.length > depth ? `/${parts.slice(0, depth).join('/')}` : '/';
}

/**
 * Whether a page belongs to a pattern of the owner: a path, in which `*` is any text. `/blog/*` has `/blog`,
 * too; a pattern without `*` is one page.
 */
export function matchesPattern(pattern: string, url: string): boolean {
  const { pathname, search } = new URL(url);
  const path = (text: string) => text.replace(/(?<=.)\/$/, '').toLowerCase();
  const whole = path(`${pathname}${search}`);
  const wanted = decodedUnreserved(pattern.trim().toLowerCase());
  const above = wanted.endsWith('/*') ? path(wanted.slice(0, -1)) : undefined;
  if (above === path(pathname)) return true;
  return matchesWildcards(wanted.includes('*') ? wanted : path(wanted), whole);
}

/**
 * Whether a pattern, in which `*` is any text, is the whole of a text. It is matched from left to right,
 * which takes the time of one pass for each piece.
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
