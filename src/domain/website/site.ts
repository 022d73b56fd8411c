import { getDomain } from 'tldts';
import { normalizedAddress } from './address.ts';

/** Which addresses belong to a website. */
export interface Site {
  /** The address that the site is entered by. */
  startUrl: string;
  allowHttp: boolean;
  /** Other hosts of the same registrable domain belong to it. */
  subdomains: boolean;
}

export type Place =
  | { kind: 'same-site'; url: string }
  /** Another host of the same registrable domain, which was not chosen. */
  | { kind: 'subdomain'; host: string }
  | { kind: 'elsewhere' };

/**
 * The place of an address in relation to the site. On the site it is normalized, on the site's own scheme and
 * its host with or without `www.`: a page has one address. Sites are distinguished by the registrable domain,
 * also below the suffixes of providers (`shop.github.io`). Without such a domain, as on a local host, they
 * are distinguished by host and port.
 */
export function placeOf(address: string, site: Site, base?: string): Place {
  const normalized = normalizedAddress(address, base);
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

/** Each scheme has its own default port, on which an http link to an https site leads to the same page. */
function isSamePort(url: URL, start: URL): boolean {
  return url.port === start.port;
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

function registrableDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/** Words of addresses that end a visit, or change something, in the languages of the widget. */
const ACTION =
  /(?:^|[/_=&?-])(?:log-?out|log-?off|sign-?out|sign-?off|abmelden|ausloggen|deconnexion|se-deconnecter|cerrar-sesion|uitloggen|wyloguj|logga-ut|delete|remove|unsubscribe|add-?to-?(?:cart|basket|wishlist)|addtocart|(?:cart|basket|warenkorb|checkout|kasse|wishlist|merkzettel|panier)(?:$|[/?&]))/i;
/** Targets of links that are neither a page nor a document. */
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|heic|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|otf|mp[34]|m4[av]|ogg|wav|webm|mov|avi|zip|gz|tgz|rar|7z|exe|dmg|apk|msi|iso|ics|vcf|xlsx?|pptx?|csv|psd|eps)$/i;
const MACHINERY =
  /(?:^|\/)(?:wp-json|wp-admin|wp-login\.php|xmlrpc\.php|cgi-bin|cdn-cgi|feed|rss|admin)(?:[/?]|$)|[?&]replytocom=/i;
const FILE = /\.(?:pdf|docx?)$/i;

/** Whether an address is that of a PDF or Word file, by its name. */
export function isFileAddress(url: string): boolean {
  return FILE.test(new URL(url).pathname);
}

/**
 * Whether a link of the site is never followed: it ends a visit, changes something, or does not lead to a
 * page.
 */
export function isNeverFollowed(url: string): boolean {
  const { pathname, search } = new URL(url);
  return ACTION.test(pathname + search) || NO_PAGE.test(pathname) || MACHINERY.test(pathname + search);
}
