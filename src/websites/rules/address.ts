/** Tracking parameters, which do not affect the page. */
const TRACKING =
  /^(?:utm_|mtm_|pk_|piwik_|matomo_|hsa_|ga_|_hs)\w*$|^(?:gclid|gclsrc|dclid|gbraid|wbraid|gad_source|fbclid|msclkid|twclid|ttclid|yclid|igshid|igsh|mc_cid|mc_eid|mkt_tok|vero_id|srsltid|_ga|_gl|s_cid|wickedid|oly_enc_id|ref_src)$/i;

/** Parameters with a visitor's session id. */
const SESSION =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sid|sessid|sessionid|session_id|session|oscsid|zenid|xtcsid|s)$/i;
/** The value of a session id: shorter values of `s` or `sid` are searches or numbers. */
const SESSION_VALUE = /^[\da-z_-]{16,}$/i;

/** Session ids in a path: of Java, and of ASP.NET without cookies. */
const PATH_SESSION = /;jsessionid=[^/?#]*|\/\([sax]\([^)]*\)\)(?=\/)/gi;

/** Unreserved characters: equivalent with and without percent-encoding (RFC 3986 §6.2.2.2). */
const UNRESERVED = /^[\w.~-]$/;

/** The maximum length of a URL, in characters. */
const MAX_LENGTH = 2_000;

/**
 * Normalizes a URL: without fragment, credentials, tracking parameters and session ids, with sorted
 * parameters. Undefined if it is not an http(s) URL, or longer than 2 000 characters.
 */
export function normalizeUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = decodeUnreserved(url.pathname.replaceAll(PATH_SESSION, '')).replaceAll(/\/{2,}/g, '/');
  const kept = [...url.searchParams].filter(([name, value]) => !isOfOneVisit(name, value));
  url.search = '';
  for (const [name, value] of kept.sort(byName)) url.searchParams.append(name, value);
  return url.href.length > MAX_LENGTH ? undefined : url.href;
}

function isOfOneVisit(name: string, value: string): boolean {
  return TRACKING.test(name) || (SESSION.test(name) && SESSION_VALUE.test(value));
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : Number(a > b));

export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

/** Decodes unreserved characters of a path; the other escapes get upper-case digits (RFC 3986 §6.2.2). */
export function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
}

/**
 * A key that is equal for URLs that usually are the same page: http or https, with or without `www.`, a
 * trailing slash, and the name of an index file.
 */
export function addressKey(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const path = pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i, '/').replace(/\/$/, '');
  return `${hostname.replace(/^www\./, '')}:${port}${path}${search}`;
}

/**
 * Whether a pattern, in which `*` matches any text, matches a whole text. It matches from left to right, with
 * one pass per piece.
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

const FILE = /\.(?:pdf|docx?)$/i;

/** Whether a URL ends with the extension of a PDF or Word file. */
export function isFileAddress(url: string): boolean {
  return FILE.test(new URL(url).pathname);
}
