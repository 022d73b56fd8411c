import { getDomain } from 'tldts';
import { normalizeUrl } from './address.ts';

/** The extent of a website. */
export interface Site {
  /** The URL at which the crawl starts. */
  startUrl: string;
  allowHttp: boolean;
  /** Other hosts of the same registrable domain belong to it. */
  subdomains: boolean;
}

type Place =
  | { kind: 'same-site'; url: string }
  /** Another host of the same registrable domain, if `subdomains` is off. */
  | { kind: 'subdomain'; host: string }
  | { kind: 'elsewhere' };

/**
 * Classifies a URL relative to a site. A URL on the site is normalized to the site's scheme and its form of
 * `www.`. Sites are compared by registrable domain, with private suffixes (`shop.github.io`); hosts without
 * one, such as localhost, by host and port.
 */
export function placeOf(address: string, site: Site, base?: string): Place {
  const normalized = normalizeUrl(address, base);
  if (normalized === undefined) return { kind: 'elsewhere' };
  const url = new URL(normalized);
  const start = new URL(site.startUrl);
  const domain = registrableDomain(url.hostname);
  if (domain === undefined || withoutWww(url.hostname) === withoutWww(start.hostname)) {
    if (withoutWww(url.hostname) !== withoutWww(start.hostname)) return { kind: 'elsewhere' };
    if (!isSamePort(url, start)) return { kind: 'elsewhere' };
    url.protocol = start.protocol;
    url.host = start.host;
    return { kind: 'same-site', url: url.href };
  }
  if (domain !== registrableDomain(start.hostname)) return { kind: 'elsewhere' };
  if (!site.subdomains) return { kind: 'subdomain', host: url.hostname };
  if (start.protocol === 'https:') url.protocol = 'https:';
  return { kind: 'same-site', url: url.href };
}

/** Whether both ports are equal, or both are the default of their scheme. */
function isSamePort(url: URL, start: URL): boolean {
  return url.port === start.port;
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

function registrableDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/** URLs that sign out or change something, in the languages of the widget. */
const ACTION =
  /(?:^|[/_=&?-])(?:log-?out|log-?off|sign-?out|sign-?off|abmelden|ausloggen|deconnexion|se-deconnecter|cerrar-sesion|uitloggen|wyloguj|logga-ut|delete|remove|unsubscribe|add-?to-?(?:cart|basket|wishlist)|addtocart|(?:cart|basket|warenkorb|checkout|kasse|wishlist|merkzettel|panier)(?:$|[/?&]))/i;
/** File extensions that are neither pages nor documents. */
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|heic|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|otf|mp[34]|m4[av]|ogg|wav|webm|mov|avi|zip|gz|tgz|rar|7z|exe|dmg|apk|msi|iso|ics|vcf|xlsx?|pptx?|csv|psd|eps)$/i;
const MACHINERY =
  /(?:^|\/)(?:wp-json|wp-admin|wp-login\.php|xmlrpc\.php|cgi-bin|cdn-cgi|feed|rss|admin)(?:[/?]|$)|[?&]replytocom=/i;

/**
 * Whether a link is never followed: it signs out, changes something, or does not lead to a page.
 */
export function isNeverFollowed(url: string): boolean {
  const { pathname, search } = new URL(url);
  return ACTION.test(pathname + search) || NO_PAGE.test(pathname) || MACHINERY.test(pathname + search);
}
